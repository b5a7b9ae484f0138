import { AskedTooOften, Unreachable } from "./exchange.ts";
import {
  challenge,
  crossOrigin,
  resourceMetadata,
  resourceMetadataPlaces,
  unauthenticatedCall,
  unknownToken,
} from "./resource.ts";
import {
  authorizationPage,
  issuer,
  registration,
  serverMetadata,
  serverMetadataAliases,
  unregistration,
} from "./sign-in.ts";
import { type Finding, failed, KNOWN_CLIENTS, notTried, type Step, type Visit } from "./step.ts";

export const STEPS: readonly Step[] = [
  unauthenticatedCall,
  challenge,
  unknownToken,
  crossOrigin,
  resourceMetadata,
  resourceMetadataPlaces,
  serverMetadata,
  issuer,
  serverMetadataAliases,
  registration,
  authorizationPage,
  unregistration,
];

export interface Result extends Finding {
  readonly step: string;
  readonly title: string;
}

/** `mcp` is an MCP address or an origin. */
export async function walk(
  options: Pick<Visit, "random" | "mcp" | "ask">,
): Promise<{ readonly mcp: string; readonly results: readonly Result[] }> {
  const visit: Visit = {
    ...options,
    challenge: null,
    metadataUrl: null,
    resource: null,
    issuer: null,
    server: null,
    client: null,
  };
  const results: Result[] = [];
  for (const step of STEPS) {
    results.push({ step: step.name, title: step.title, ...(await findingOf(step, visit)) });
    // If the first step got no answer, later steps would only wait for a timeout.
    if (results[0]?.seen.startsWith(NO_ANSWER)) break;
  }
  return { mcp: visit.mcp, results };
}

const NO_ANSWER = "No answer: ";

async function findingOf(step: Step, visit: Visit): Promise<Finding> {
  try {
    return await step.run(visit);
  } catch (error) {
    if (error instanceof AskedTooOften) return notTried(error.message);
    if (!(error instanceof Unreachable)) throw error;
    return failed(
      NO_ANSWER + error.message,
      KNOWN_CLIENTS,
      "Clients get no answer either.",
      "Check the address, the name's DNS, the certificate and the proxy.",
    );
  }
}
