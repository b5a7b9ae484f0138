/** @jsxImportSource hono/jsx */
import { pageAnswer } from "./auth-pages/answers.ts";

export interface LandingFacts {
  readonly origin: string;
  readonly version: string;
  readonly oauth: boolean;
}

export function landing(request: Request, facts: LandingFacts): Response | Promise<Response> {
  const { origin, version } = facts;
  if ((request.headers.get("accept") ?? "").includes("text/html")) {
    return welcomePage(facts);
  }
  return Response.json({
    name: "maitred",
    version,
    description: "The reservation desk of a restaurant, for agents.",
    mcp: `${origin}/mcp`,
    signIn: `${origin}/sign-in`,
    health: `${origin}/healthz`,
  });
}

const welcomePage = ({ origin, oauth }: LandingFacts) =>
  pageAnswer({
    title: "The reservation desk",
    children: (
      <>
        <p class="lead">For the people who run a restaurant, and for the agents they use.</p>
        <div class="stack">
          <a class="button" href="/sign-in">
            Sign in
          </a>
        </div>
        <div class="foot">
          {oauth ? (
            <p>To connect Claude, ChatGPT, VS Code or another app, give the app this address:</p>
          ) : (
            <p>Agents connect over the Model Context Protocol, at this address:</p>
          )}
          <pre>
            <code>{`${origin}/mcp`}</code>
          </pre>
          {oauth && <p>The app then sends you here to sign in and to choose what it can do.</p>}
          <p>Scripts and servers send an API key as their bearer token.</p>
        </div>
      </>
    ),
  });
