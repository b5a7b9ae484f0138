/** What a visitor of the bare address is told, as JSON or, for a browser, as a page. */
export function landing(request: Request, origin: string, version: string): Response {
  const mcp = `${origin}/mcp`;
  if (!(request.headers.get("accept") ?? "").includes("text/html")) {
    return Response.json({
      name: "maitred",
      version,
      description: "The reservation desk of a restaurant, for agents.",
      mcp,
      health: `${origin}/healthz`,
    });
  }
  return new Response(page(mcp), { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

const page = (mcp: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>maitred</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body>
<h1>maitred</h1>
<p>The reservation desk of a restaurant. Agents reach it over the Model Context Protocol:</p>
<p><code>${escapeHtml(mcp)}</code></p>
<p>Every request there needs an API key as its bearer token.</p>
</body>
</html>
`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
