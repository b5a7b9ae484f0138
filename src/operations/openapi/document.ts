import { declaredOutputSchemaOf, inputSchemaOf } from "../call/schemas.ts";
import type { Operation } from "../define.ts";
import {
  type Content,
  type Described,
  EPOCH_MS,
  object,
  type Schema,
  SECURITY,
  TAGS,
  TEXT,
} from "./described.ts";
import { ROUTES } from "./routes.ts";

/** A document of OpenAPI 3.1. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: object;
  };
  readonly [member: string]: unknown;
}

/** A router's path as it is described: the name of a stylesheet changes with its content. */
export const describedPath = (path: string): string =>
  path.replace(/^\/assets\/[^/]+$/, "/assets/:file");

/**
 * The HTTP surface of an instance. `origin` has no trailing slash, null: not known; `answers` tells
 * which described paths (in the router's form) this instance has.
 */
export function openApiDocument(options: {
  readonly operations: readonly Operation[];
  readonly version: string;
  readonly origin: string | null;
  readonly answers: (path: string) => boolean;
}): OpenApiDocument {
  const { operations, version, origin, answers } = options;
  const present = ROUTES.filter(({ path }) => answers(path));
  const tags = new Set(present.map(({ tag }) => tag));
  return {
    openapi: "3.1.0",
    info: {
      title: "maitred",
      version,
      description:
        "Everything that this instance answers over HTTP. The tools are called at /mcp alone; " +
        "other addresses sign people and apps in, show guests their reservations and tell " +
        "supervisors how it is. A request by another host name is answered 421, a page of another " +
        "origin 403, a method that an address does not take 405, too many wrong tokens 429.",
      license: { name: "See LICENSE", identifier: "LicenseRef-LICENSE" },
    },
    servers: [{ url: origin ?? "/" }],
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name as keyof typeof TAGS))
      .map(([name, description]) => ({ name, description })),
    paths: pathsOf(present),
    components: {
      securitySchemes: SECURITY,
      schemas: { ...toolSchemas(operations), ...SHARED_SCHEMAS },
    },
  };
}

/** `<tool>.input` and `<tool>.output`, as clients are shown them. */
const toolSchemas = (operations: readonly Operation[]): Record<string, Schema> =>
  Object.fromEntries(
    operations.flatMap((operation) => [
      [
        `${operation.name}.input`,
        { title: operation.title, description: operation.description, ...inputSchemaOf(operation) },
      ],
      [`${operation.name}.output`, declaredOutputSchemaOf(operation)],
    ]),
  );

function pathsOf(routes: readonly Described[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Described): object {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: TEXT,
  }));
  const inQuery = Object.entries(route.query ?? {}).map(([name, description]) => ({
    name,
    in: "query",
    description,
    schema: TEXT,
  }));
  const parameters = [...inPath, ...inQuery];
  const { body, description } = route;
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, ...contentOf(body) } }),
    responses: Object.fromEntries(
      Object.entries(route.answers).map(([status, { description: words, ...content }]) => [
        status,
        { description: words, ...contentOf(content) },
      ]),
    ),
    security: (route.security ?? []).map((name) => ({ [name]: [] })),
  };
}

const contentOf = ({ type, schema = {} }: Content): object =>
  type === undefined ? {} : { content: { [type]: { schema } } };

const WHOLE: Schema = { type: "integer" };

const SHARED_SCHEMAS: Readonly<Record<string, Schema>> = {
  Refusal: {
    ...object({
      error: { ...TEXT, description: "A short code, for programs." },
      error_description: { ...TEXT, description: "What is wrong and what to do, for people." },
    }),
    additionalProperties: true,
  },
  JsonRpc: {
    ...object({ jsonrpc: { const: "2.0" } }),
    properties: {
      jsonrpc: { const: "2.0" },
      id: { type: ["string", "integer", "null"] },
      method: TEXT,
      params: { type: "object" },
      result: { type: "object" },
      error: object({ code: WHOLE, message: TEXT }),
    },
  },
  Session: object({
    token: TEXT,
    tokenType: { const: "Bearer" },
    expiresAt: EPOCH_MS,
    user: object({ id: TEXT, email: TEXT, name: TEXT }),
    brands: {
      type: "array",
      items: object({ slug: TEXT, name: TEXT, role: { enum: ["host", "manager", "owner"] } }),
    },
  }),
  Tokens: object(
    {
      access_token: TEXT,
      token_type: { const: "Bearer" },
      expires_in: WHOLE,
      refresh_token: TEXT,
      scope: TEXT,
    },
    ["access_token", "token_type", "expires_in"],
  ),
  ClientMetadata: {
    ...object(
      {
        client_id: TEXT,
        client_name: TEXT,
        redirect_uris: { type: "array", items: TEXT },
        token_endpoint_auth_method: TEXT,
        scope: TEXT,
      },
      [],
    ),
    description: "RFC 7591, section 2; answers carry client_id and what RFC 7592 adds.",
    additionalProperties: true,
  },
  Health: object({ status: { const: "ok" }, proof: TEXT }, ["status"]),
  Readiness: object({
    status: { enum: ["ready", "not_ready"] },
    checks: { type: "object", additionalProperties: { type: "boolean" } },
  }),
};
