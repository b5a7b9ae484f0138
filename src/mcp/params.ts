import { isPlainObject } from "./message.ts";

/** JSON-RPC: the method exists and its params are not what it takes. */
export const INVALID_PARAMS = -32_602;

type Params = Readonly<Record<string, unknown>>;

/**
 * What the methods that people call by hand take. The SDK checks the same, and answers with its
 * validator's dump.
 */
const CHECKS: Readonly<Record<string, (params: Params) => string | null>> = {
  initialize: (params) => {
    const { protocolVersion, capabilities, clientInfo } = params;
    if (typeof protocolVersion !== "string") return "params.protocolVersion must be a string.";
    if (!isPlainObject(capabilities)) return "params.capabilities must be an object, {} for none.";
    const named = isPlainObject(clientInfo) ? [clientInfo["name"], clientInfo["version"]] : [];
    return named.length === 2 && named.every((part) => typeof part === "string")
      ? null
      : "params.clientInfo must be an object with name and version, both strings.";
  },
  "tools/call": ({ name, arguments: given }) => {
    if (typeof name !== "string") return "params.name must be a string: the tool's name.";
    return given === undefined || isPlainObject(given)
      ? null
      : "params.arguments must be an object that holds the tool's parameters.";
  },
};

/**
 * What is wrong with the params of a message, as a sentence; null where nothing is, or the SDK
 * shall judge. `initialize` exists in the older era only.
 */
export function problemOfParams(message: Params, legacy: boolean): string | null {
  const method = message["method"];
  if (typeof method !== "string" || !Object.hasOwn(CHECKS, method)) return null;
  if (method === "initialize" && !legacy) return null;
  const problem = CHECKS[method]?.(isPlainObject(message["params"]) ? message["params"] : {});
  return problem ? `Invalid params for ${method}: ${problem}` : null;
}
