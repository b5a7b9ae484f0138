import type { z } from "zod";
import { inputSchemaOf, jsonSchema, outputSchemaOf } from "../call/schemas.ts";
import type { Tool } from "../define.ts";
import {
  type Content,
  type Described,
  REFUSAL,
  ROUTES,
  type Schema,
  SECURITY,
  STATUSES,
  TAGS,
  TEXT,
} from "./routes.ts";
import { SHARED_SCHEMAS } from "./shared-schemas.ts";

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: object;
  };
  readonly [member: string]: unknown;
}

/** Asset names contain a hash, so the document has one path for all assets. */
export const describedPath = (path: string): string =>
  path.replace(/^\/assets\/[^/]+$/, "/assets/:file");

export function openApiDocument(options: {
  readonly operations: readonly Tool[];
  readonly version: string;
  readonly origin: string | null;
  readonly hasPath: (path: string) => boolean;
  readonly sessionRequest: z.ZodType;
}): OpenApiDocument {
  const { operations, version, origin, hasPath, sessionRequest } = options;
  const present = Object.entries(ROUTES).flatMap(([tag, routes]) =>
    routes.filter(([at]) => hasPath(at.split(" ")[1] ?? "")).map((route) => [tag, route] as const),
  );
  const tags = new Set(present.map(([tag]) => tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "maitred",
      version,
      description:
        "All HTTP addresses of this instance. Tools are called only at /mcp. The other " +
        "addresses are for sign-in, guests' pages and monitoring. Every address answers 421 for a wrong " +
        "host name, 403 for a page of another origin, 405 for a wrong method and 429 after too many wrong tokens.",
      license: { name: "See LICENSE", identifier: "LicenseRef-LICENSE" },
    },
    servers: [{ url: origin ?? "/" }],
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths: pathsOf(present),
    components: {
      securitySchemes: SECURITY,
      schemas: {
        ...toolSchemas(operations),
        ...SHARED_SCHEMAS,
        SessionRequest: jsonSchema(sessionRequest, "input"),
      },
    },
  };
}

const toolSchemas = (operations: readonly Tool[]): Record<string, Schema> =>
  Object.fromEntries(
    operations.flatMap((operation) => [
      [
        `${operation.name}.input`,
        { title: operation.title, description: operation.description, ...inputSchemaOf(operation) },
      ],
      [`${operation.name}.output`, outputSchemaOf(operation)],
    ]),
  );

function pathsOf(
  routes: readonly (readonly [tag: string, route: Described])[],
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, route] of routes) {
    const [method = "", path = ""] = route[0].split(" ");
    const written = path.replace(/:(\w+)/g, "{$1}");
    paths[written] = { ...paths[written], [method.toLowerCase()]: operationOf(tag, route) };
  }
  return paths;
}

function operationOf(tag: string, [at, operationId, summary, more]: Described): object {
  const { security, query = {}, takes, gives = {}, done = 200, also = [] } = more;
  const inPath = [...at.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: TEXT,
  }));
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name,
    in: "query",
    description,
    schema: TEXT,
  }));
  const parameters = [...inPath, ...inQuery];
  const refusal = gives.type === "text/html" ? gives : REFUSAL;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takes === undefined ? {} : { requestBody: { required: true, ...contentOf(takes) } }),
    responses: {
      [done]: { description: "Done.", ...contentOf(gives) },
      ...Object.fromEntries(
        also.map((status) => [
          status,
          { description: STATUSES[status], ...(status < 400 ? {} : contentOf(refusal)) },
        ]),
      ),
    },
    security: security === undefined ? [] : [{ [security]: [] }],
  };
}

const contentOf = ({ type, schema = {} }: Content): object =>
  type === undefined ? {} : { content: { [type]: { schema } } };
