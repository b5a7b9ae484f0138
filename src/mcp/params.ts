import { type SpecTypeName, specTypeSchemas } from "@modelcontextprotocol/server";
import { isRecord } from "../domain/json.ts";

export const INVALID_PARAMS = -32_602;

const MAX_PLACE = 100;

type Params = Readonly<Record<string, unknown>>;

const CHECKS: Readonly<Record<string, (params: Params) => string | null>> = {
  initialize: (params) => {
    const { protocolVersion, capabilities, clientInfo } = params;
    if (typeof protocolVersion !== "string") return "params.protocolVersion must be a string.";
    if (!isRecord(capabilities)) return "params.capabilities must be an object, {} for none.";
    const named = isRecord(clientInfo) ? [clientInfo["name"], clientInfo["version"]] : [];
    return named.length === 2 && named.every((part) => typeof part === "string")
      ? null
      : "params.clientInfo must be an object with name and version, both strings.";
  },
  "tools/call": ({ name, arguments: given }) => {
    if (typeof name !== "string") return "params.name must be a string: the tool's name.";
    return given === undefined || isRecord(given)
      ? null
      : "params.arguments must be an object that holds the tool's parameters.";
  },
};

/** Requests that are checked here, because the SDK's refusal would contain raw validator output. */
const SHAPES: ReadonlyMap<string, SpecTypeName> = new Map([
  ["initialize", "InitializeRequest"],
  ["tools/list", "ListToolsRequest"],
  ["tools/call", "CallToolRequest"],
  ["prompts/list", "ListPromptsRequest"],
  ["prompts/get", "GetPromptRequest"],
  ["resources/list", "ListResourcesRequest"],
  ["resources/templates/list", "ListResourceTemplatesRequest"],
  ["resources/read", "ReadResourceRequest"],
]);

export function problemOfParams(message: Params, legacy: boolean): string | null {
  const method = message["method"];
  if (typeof method !== "string" || (method === "initialize" && !legacy)) return null;
  const params = isRecord(message["params"]) ? message["params"] : {};
  const check = Object.hasOwn(CHECKS, method) ? CHECKS[method] : undefined;
  // The SDK knows only the older shape of a tool call. A call of revision 2026-07-28 has another shape.
  const known = legacy || method !== "tools/call";
  const problem = check?.(params) ?? (known ? misshapen(method, message) : null);
  return problem === null ? null : `Invalid params for ${method}: ${problem}`;
}

function misshapen(method: string, message: Params): string | null {
  const shape = SHAPES.get(method);
  if (shape === undefined) return null;
  const [issue] = specTypeSchemas[shape]["~standard"].validate(message).issues ?? [];
  if (issue === undefined) return null;
  const steps = (issue.path ?? []).map((step) =>
    String(typeof step === "object" ? step.key : step),
  );
  return `${steps.join(".").slice(0, MAX_PLACE).toWellFormed()}: ${issue.message}.`;
}
