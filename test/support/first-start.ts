import { start } from "../../src/app.ts";
import type { RunningServer } from "../../src/instance/server.ts";
import { running } from "../cli/command-line.ts";
import { temporaryFolder } from "./database.ts";

/** The person who opens the set-up link. */
export const FIRST_PERSON = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  password: "several easy words",
  again: "several easy words",
};

/** `maitred serve` running on a new folder. */
export interface FirstStart extends AsyncDisposable {
  readonly server: RunningServer;
  /** The set-up link that the server printed. */
  readonly link: string;
}

/** Use with `await using`, or end the server yourself. */
export async function firstStart(): Promise<FirstStart> {
  const folder = temporaryFolder();
  const args = ["serve", "--json", "--port", "0", "--log-level", "error", "--data", folder.path];
  const started = Promise.withResolvers<RunningServer>();
  const desk = running(args, {
    now: Date.now,
    start: async (options) => {
      const server = await start(options);
      started.resolve(server);
      return server;
    },
  });
  const { setup } = JSON.parse(await desk.ready) as { setup: string };
  return {
    server: await started.promise,
    link: setup,
    async [Symbol.asyncDispose]() {
      await desk.stop();
      folder[Symbol.dispose]();
    },
  };
}
