// The part of S3's REST interface that backups use, in memory: put, multipart upload, list (version
// 2, in pages), get and delete. Each request needs a header that looks like a SigV4 signature. The
// storage can fail as real storage fails.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The ways in which the storage can fail. */
export type S3Fault =
  | "refuses"
  | "is broken"
  | "is a web page"
  | "never answers"
  | "cuts uploads"
  | "cuts downloads"
  | "keeps half"
  | "may not delete";

/** A storage that listens on a loopback port. */
export interface S3Server extends AsyncDisposable {
  readonly endpoint: string;
  /** The stored objects, by bucket and key. */
  readonly objects: Map<string, Buffer>;
  /** Method and path of every request, in order. */
  readonly asked: string[];
  /** The Authorization headers of the requests. */
  readonly signed: string[];
  fault: S3Fault | null;
}

/** The number of objects on one page of a list. */
const PAGE = 2;
const SIGNATURE = /^AWS4-HMAC-SHA256 Credential=[\w-]+\/\d{8}\/[\w-]+\/s3\/aws4_request/;

/** Starts the storage, which accepts every bucket name. */
export async function serveS3(): Promise<S3Server> {
  const state = {
    objects: new Map<string, Buffer>(),
    parts: new Map<string, Map<number, Buffer>>(),
    asked: [] as string[],
    signed: [] as string[],
    fault: null as S3Fault | null,
  };
  const server = createServer((request, response) => {
    void answer(request, response, state).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

interface State {
  readonly objects: Map<string, Buffer>;
  readonly parts: Map<string, Map<number, Buffer>>;
  readonly asked: string[];
  readonly signed: string[];
  readonly fault: S3Fault | null;
}

async function answer(request: IncomingMessage, response: ServerResponse, state: State) {
  const { fault, objects } = state;
  const method = request.method ?? "";
  const url = new URL(request.url ?? "/", "http://storage");
  const key = decodeURIComponent(url.pathname.slice(1));
  state.asked.push(`${method} ${url.pathname}`);
  state.signed.push(String(request.headers.authorization));
  if (fault === "never answers") return;
  if (fault === "is broken") return void response.writeHead(500).end("<html>oops</html>");
  if (fault === "is a web page") return void response.writeHead(200).end("<html>Sign in</html>");
  if (fault === "refuses" || !SIGNATURE.test(String(request.headers.authorization))) {
    return refuse(response, 403, "AccessDenied");
  }
  if (fault === "cuts uploads" && method === "PUT") {
    request.once("data", () => request.socket.destroy());
    return;
  }
  const body = await bodyOf(request);
  if (method === "PUT") return put(url, key, body, response, state);
  if (method === "POST") return multipart(url, key, response, state);
  if (method === "DELETE") {
    if (fault === "may not delete") return refuse(response, 403, "AccessDenied");
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (url.searchParams.get("list-type") === "2") return list(url, key, response, state);
  const found = objects.get(key);
  if (found === undefined) return refuse(response, 404, "NoSuchKey");
  response.writeHead(200, { "content-length": found.length, etag: '"1"' });
  if (fault !== "cuts downloads") return void response.end(found);
  response.write(found.subarray(0, found.length / 2), () => request.socket.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function put(url: URL, key: string, body: Buffer, response: ServerResponse, state: State): void {
  const upload = url.searchParams.get("uploadId");
  const kept = state.fault === "keeps half" ? body.subarray(0, body.length / 2) : body;
  if (upload === null) state.objects.set(key, kept);
  else state.parts.get(upload)?.set(Number(url.searchParams.get("partNumber")), kept);
  response.writeHead(200, { etag: '"1"' }).end();
}

function multipart(url: URL, key: string, response: ServerResponse, state: State): void {
  const upload = url.searchParams.get("uploadId");
  if (upload === null) {
    const id = `upload-${state.parts.size}`;
    state.parts.set(id, new Map());
    xml(response, "InitiateMultipartUploadResult", `<UploadId>${id}</UploadId>`);
    return;
  }
  const parts = [...(state.parts.get(upload) ?? [])].toSorted(([a], [b]) => a - b);
  state.objects.set(key, Buffer.concat(parts.map(([, part]) => part)));
  xml(response, "CompleteMultipartUploadResult", '<ETag>"1"</ETag>');
}

function list(url: URL, path: string, response: ServerResponse, { objects }: State): void {
  const bucket = path.replace(/\/$/, "");
  const prefix = url.searchParams.get("prefix") ?? "";
  const from = Number(url.searchParams.get("continuation-token") ?? 0);
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(`${bucket}/${prefix}`))
    .toSorted()
    .map((key) => [key.slice(bucket.length + 1), objects.get(key)?.length ?? 0] as const);
  const more = from + PAGE < keys.length;
  const contents = keys
    .slice(from, from + PAGE)
    .map(
      ([key, size]) =>
        `<Contents><Key>${key}</Key><Size>${size}</Size><ETag>"1"</ETag>` +
        "<LastModified>2026-11-20T03:00:00.000Z</LastModified></Contents>",
    );
  const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : "";
  const head = `<Name>${bucket}</Name><IsTruncated>${more}</IsTruncated>${next}`;
  xml(response, "ListBucketResult", head + contents.join(""));
}

const refuse = (response: ServerResponse, status: number, code: string): void =>
  void response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);

const xml = (response: ServerResponse, root: string, inner: string): void =>
  void response
    .writeHead(200, { "content-type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?><${root}>${inner}</${root}>`);
