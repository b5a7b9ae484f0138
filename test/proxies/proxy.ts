// Starts the example reverse proxies of docs/examples. Only three things differ in a test: the ports,
// the certificate for the example's host name, and the folders for files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";

/** The host name in the examples. */
export const NAME = "book.example.com";
const EXAMPLES = join(import.meta.dir, "../../docs/examples");

/** A running proxy. */
export interface RunningProxy extends AsyncDisposable {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** The certificate that clients have to trust, as PEM. */
  readonly ca: string;
}

/** One kind of proxy, and how it is started. */
export interface Kind {
  readonly name: "nginx" | "caddy";
  /**
   * Writes the proxy's files into `folder`. Returns the command that starts it and the path of its
   * certificate authority.
   */
  prepare(folder: string, ports: Ports): { readonly command: string[]; readonly authority: string };
}

interface Ports {
  readonly http: number;
  readonly https: number;
  /** The port of maitred. */
  readonly upstream: number;
}

/** Replaces text that must occur exactly `times` times. Throws if the example has changed. */
function replaced(text: string, from: string, to: string, times = 1): string {
  const parts = text.split(from);
  if (parts.length !== times + 1) {
    throw new Error(
      `The example has ${JSON.stringify(from)} ${parts.length - 1} times, not ${times}.`,
    );
  }
  return parts.join(to);
}

const nginx: Kind = {
  name: "nginx",
  prepare(folder, ports) {
    const [certificate, key] = selfSigned(folder);
    const live = `/etc/letsencrypt/live/${NAME}`;
    let site = readFileSync(join(EXAMPLES, "nginx.conf"), "utf8");
    site = replaced(site, "127.0.0.1:8484", `127.0.0.1:${ports.upstream}`);
    site = replaced(site, "listen 80;", `listen 127.0.0.1:${ports.http};`);
    site = replaced(site, "listen 443 ", `listen 127.0.0.1:${ports.https} `);
    site = replaced(site, `${live}/fullchain.pem`, certificate);
    site = replaced(site, `${live}/privkey.pem`, key);
    writeFileSync(join(folder, "site.conf"), site);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (what) => `${what}_temp_path ${folder}/${what};`,
    );
    const main = [
      process.getuid?.() === 0 ? "user root;" : "",
      `daemon off; pid ${folder}/pid; error_log stderr warn;`,
      `events { worker_connections 4096; } http { access_log off; ${temporary.join(" ")} include ${folder}/site.conf; }`,
    ];
    writeFileSync(join(folder, "nginx.conf"), main.join("\n"));
    const command = ["nginx", "-c", join(folder, "nginx.conf"), "-e", "stderr"];
    return { command, authority: certificate };
  },
};

const caddy: Kind = {
  name: "caddy",
  prepare(folder, ports) {
    let site = readFileSync(join(EXAMPLES, "Caddyfile"), "utf8");
    // Caddy then signs with its own certificate authority, as in a private network. No public
    // authority would sign for the example's host name.
    site = replaced(site, "# tls internal", "tls internal");
    site = replaced(site, "{$MAITRED_UPSTREAM:127.0.0.1:8484}", `127.0.0.1:${ports.upstream}`);
    const global = [
      "admin off",
      "skip_install_trust",
      "default_bind 127.0.0.1",
      `http_port ${ports.http}`,
      `https_port ${ports.https}`,
      `storage file_system ${folder}/caddy`,
    ];
    writeFileSync(join(folder, "Caddyfile"), `{\n${global.join("\n")}\n}\n${site}`);
    const command = ["caddy", "run", "--adapter", "caddyfile", "--config", `${folder}/Caddyfile`];
    return { command, authority: `${folder}/caddy/pki/authorities/local/root.crt` };
  },
};

export const KINDS: readonly Kind[] = [nginx, caddy];

/** Starts a proxy in front of a port and waits until the proxy answers. */
export async function startProxy(
  kind: Kind,
  folder: string,
  upstream: number,
): Promise<RunningProxy> {
  const own = join(folder, `${kind.name}-${upstream}`);
  mkdirSync(own, { recursive: true });
  const [http = 0, https = 0] = freePorts(2);
  const { command, authority } = kind.prepare(own, { http, https, upstream });
  const child = Bun.spawn(command, {
    env: { PATH: process.env["PATH"] ?? "", HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  let said = "";
  const logged = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) said += chunk;
  })();
  while (!(existsSync(authority) && (await accepts(https)))) {
    if (child.exitCode !== null) throw new Error(`${kind.name} did not start: ${said}`);
    await Bun.sleep(20);
  }
  return {
    httpPort: http,
    httpsPort: https,
    ca: readFileSync(authority, "utf8"),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await Promise.all([child.exited, logged]);
    },
  };
}

/** Whether the proxy has a certificate. Caddy opens its port before it has a certificate. */
const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({
      host: "127.0.0.1",
      port,
      servername: NAME,
      rejectUnauthorized: false,
    });
    socket.once("secureConnect", () => {
      socket.end();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

function freePorts(count: number): number[] {
  const listeners = Array.from({ length: count }, () =>
    Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } }),
  );
  const ports = listeners.map(({ port }) => port);
  for (const listener of listeners) listener.stop(true);
  return ports;
}

function selfSigned(folder: string): [string, string] {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const subject = ["-days", "2", "-subj", `/CN=${NAME}`, "-addext", `subjectAltName=DNS:${NAME}`];
  const made = Bun.spawnSync(
    ["openssl", ...words, ...subject, "-keyout", key, "-out", certificate],
    { stderr: "pipe" },
  );
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
  return [certificate, key];
}

/** A request to the proxy, as a client on another machine would send it. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client's address. */
  readonly from?: string;
  /** True: http instead of https. */
  readonly plain?: boolean;
}

/** Sends a request. Returns the answer with its body still to be read. */
export function open(
  proxy: RunningProxy,
  path: string,
  asked: Asked = {},
): Promise<IncomingMessage> {
  const { method = "GET", headers = {}, body, from = "127.0.0.1", plain = false } = asked;
  const shared = { host: "127.0.0.1", path, method, localAddress: from };
  const sent = { host: NAME, ...headers };
  return new Promise((resolve, reject) => {
    const request = plain
      ? httpRequest({ ...shared, port: proxy.httpPort, headers: sent }, resolve)
      : httpsRequest(
          { ...shared, port: proxy.httpsPort, headers: sent, servername: NAME, ca: proxy.ca },
          resolve,
        );
    request.on("error", reject);
    request.end(body);
  });
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** Sends a request and reads the whole answer. */
export async function ask(proxy: RunningProxy, path: string, asked: Asked = {}): Promise<Answered> {
  const answer = await open(proxy, path, asked);
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}
