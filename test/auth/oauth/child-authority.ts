// Child process of refresh-processes.test.ts: serves the token endpoint over a database and prints
// its port. Arguments: database path; time of its clock in epoch milliseconds; how many milliseconds
// a request waits for others that are sent at the same time.
import { createAuthorizationServer } from "../../../src/auth/oauth/index.ts";
import { createSigner } from "../../../src/auth/signing.ts";
import { openDatabase } from "../../../src/storage/database.ts";
import { openStores } from "../../../src/storage/stores.ts";
import { createWriter } from "../../../src/storage/writer.ts";
import { derivations, ISSUER, random } from "../../support/accounts.ts";
import { CONFIG } from "../../support/authority.ts";
import { TEST_KEYS } from "../../support/database.ts";

const [path = "", instant = "0", gatherMs = "0"] = process.argv.slice(2);
const database = openDatabase(path, { environment: "test" });
const stores = openStores(database, TEST_KEYS);
const writer = createWriter(database, {
  onFatal: (error) => {
    throw error;
  },
});
const clock = () => Number(instant);
const derive = derivations("the instance's secret");
const signer = await createSigner({ stores, writer, derive, clock, issuer: ISSUER });
const silent = () => undefined;
const server = createAuthorizationServer({
  stores,
  writer,
  clock,
  random,
  signer,
  derive,
  log: { debug: silent, info: silent, warn: silent, error: silent },
  issuer: ISSUER,
  config: CONFIG,
  limited: false,
  gather: () => Bun.sleep(Number(gatherMs)),
});
const listening = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) => server.token(request),
});
process.stdout.write(`${listening.port}\n`);
