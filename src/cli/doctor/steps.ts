import { authorizationPage, foreignRedirect, loopbackPort, pkce } from "./authorization.ts";
import {
  issuer,
  serverAbilities,
  serverMetadata,
  serverMetadataAliases,
} from "./authorization-server.ts";
import { type Ask, AskedTooOften, Unreachable } from "./exchange.ts";
import { type Finding, failed, KNOWN_CLIENTS, notTried } from "./finding.ts";
import {
  challenge,
  crossOrigin,
  resourceMetadata,
  resourceMetadataPlaces,
  unauthenticatedCall,
  unknownToken,
} from "./protected-resource.ts";
import { registration, registrationShapes, unregistration } from "./registration.ts";
import type { Step, Visit } from "./visit.ts";

/** The chain, in the order in which a client walks it. */
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
  serverAbilities,
  registration,
  registrationShapes,
  authorizationPage,
  loopbackPort,
  pkce,
  foreignRedirect,
  unregistration,
];

/** What one step found, with its name. */
export interface Result extends Finding {
  readonly step: string;
  readonly title: string;
}

/** Walks the whole chain at `mcp`, an MCP address or a bare origin; asks one thing at a time. */
export async function walk(
  options: Pick<Visit, "random" | "mcp"> & { readonly ask: Ask },
): Promise<{ readonly mcp: string; readonly results: readonly Result[] }> {
  const visit: Visit = {
    ...options,
    challenge: null,
    metadataUrl: null,
    resource: null,
    issuer: null,
    server: null,
    client: null,
    leftBehind: 0,
  };
  const results: Result[] = [];
  for (const step of STEPS) {
    results.push({ step: step.name, title: step.title, ...(await findingOf(step, visit)) });
    // Nobody answers there: every further step would only wait for the same.
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
    return failed(NO_ANSWER + error.message, {
      clients: KNOWN_CLIENTS,
      why: "Nothing answers them either.",
      todo: "Check the address, the name's DNS, the certificate and what stands in front.",
    });
  }
}
