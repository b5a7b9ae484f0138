// The part of S3-compatible storage that replication uses, in memory: put, get, list and delete.

export interface FakeS3 extends Disposable {
  readonly endpoint: string;
  readonly objects: ReadonlyMap<string, Uint8Array>;
}

/** Accepts any bucket name. A bucket need not be made first. */
export function serveS3(): FakeS3 {
  const objects = new Map<string, Uint8Array>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const url = new URL(request.url);
      const key = decodeURIComponent(url.pathname.slice(1));
      switch (request.method) {
        case "PUT":
          objects.set(key, new Uint8Array(await request.arrayBuffer()));
          return new Response(null, { headers: { etag: '"1"' } });
        case "POST":
          return xml("DeleteResult", deleted(objects, key, await request.text()));
        case "DELETE":
          objects.delete(key);
          return new Response(null, { status: 204 });
        default:
          return key.split("/").length === 1 || key.endsWith("/")
            ? xml("ListBucketResult", listing(objects, key.replace(/\/$/, ""), url.searchParams))
            : read(objects.get(key));
      }
    },
  });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    objects,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

const read = (found: Uint8Array | undefined): Response =>
  found === undefined
    ? new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 })
    : new Response(new Uint8Array(found), { headers: { etag: '"1"', "last-modified": STORED_AT } });

const STORED_AT = new Date(0).toUTCString();

function listing(
  objects: ReadonlyMap<string, Uint8Array>,
  bucket: string,
  parameters: URLSearchParams,
): string {
  const prefix = parameters.get("prefix") ?? "";
  const delimiter = parameters.get("delimiter") ?? "";
  const folders = new Set<string>();
  const files: string[] = [];
  for (const [full, bytes] of [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!full.startsWith(`${bucket}/`)) continue;
    const key = full.slice(bucket.length + 1);
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    if (end >= 0) folders.add(key.slice(0, end + 1));
    else
      files.push(
        `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><ETag>"1"</ETag>` +
          `<LastModified>${new Date().toISOString()}</LastModified></Contents>`,
      );
  }
  const common = [...folders].map(
    (folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`,
  );
  return `<Name>${bucket}</Name><IsTruncated>false</IsTruncated>${files.join("")}${common.join("")}`;
}

function deleted(objects: Map<string, Uint8Array>, bucket: string, body: string): string {
  const keys = [...body.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
  for (const key of keys) objects.delete(`${bucket.replace(/\/$/, "")}/${key}`);
  return keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join("");
}

const xml = (root: string, inner: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?><${root}>${inner}</${root}>`, {
    headers: { "content-type": "application/xml" },
  });
