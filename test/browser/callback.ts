/** A client's own page on this machine, and the requests that browsers send there. */
export interface Callback extends Disposable {
  readonly url: string;
  readonly origin: string;
  /** The queries that arrived. */
  readonly arrived: URLSearchParams[];
}

/** Listens on a free port. With `page` it is also a web site, which shows that HTML at /. */
export function listenForCallback(page = "", hostname = "127.0.0.1"): Callback {
  const arrived: URLSearchParams[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/callback") arrived.push(searchParams);
      const html = pathname === "/callback" ? "<h1>Back in the app</h1>" : page;
      return new Response(html, { headers: { "Content-Type": "text/html" } });
    },
  });
  const origin = `http://${hostname}:${server.port}`;
  return {
    url: `http://127.0.0.1:${server.port}/callback`,
    origin,
    arrived,
    [Symbol.dispose]: () => void server.stop(true),
  };
}
