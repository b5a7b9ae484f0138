import { existsSync } from "node:fs";
import { instanceSecretPath } from "../auth/instance-secret.ts";
import { isMade } from "../storage/inspect.ts";
import { databaseIn } from "../storage/open-error.ts";
import { DATA_FLAG } from "./flags.ts";
import { dataFlag, folderOf, withInstance } from "./instance.ts";
import { CliError, switchFlag, type Verb } from "./verb.ts";

export const init: Verb = {
  name: "init",
  summary: "Create the database and the instance's secret.",
  flags: {
    "new-secret": switchFlag("Replace a lost secret.key; ends sessions and links already sent."),
    ...DATA_FLAG,
  },
  run: async ({ flags, config, io }) => {
    const folder = folderOf({ config });
    const database = databaseIn(folder);
    const created = !isMade(database);
    const renewed = flags.has("new-secret") && !created;
    if (renewed) assertLost(instanceSecretPath(folder));
    const environment = await withInstance(
      { config, io },
      { create: "always", newSecret: renewed },
      (instance) => instance.environment,
    );
    const what = created ? "Created" : "There is already";
    return {
      json: { data: folder, database, environment, created, renewedSecret: renewed },
      text:
        `${what} a ${environment} instance in ${folder}.\n` +
        (renewed
          ? "Created a new secret.key: links already sent no longer work, opt-outs from texts are forgotten, and " +
            "codes from authenticator apps no longer work (recovery codes and passkeys do).\n"
          : "") +
        `Next: maitred serve${config.values.data === null ? "" : dataFlag(folder)}, which prints a link ` +
        "to set up your restaurant in a browser.",
    };
  },
};

function assertLost(path: string): void {
  if (existsSync(path)) {
    throw new CliError(
      "SECRET_EXISTS",
      `There is a secret at ${path}. If that secret is wrong and the right one is lost, move the file away first.`,
    );
  }
}
