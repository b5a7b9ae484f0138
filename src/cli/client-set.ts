import { clientNamed } from "./client-revoke.ts";
import { chosenWindow, WINDOW_FLAG } from "./client-window.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { usageError, type Verb } from "./verb.ts";

/** `maitred client set ID`: how long one client may show a refresh token again. */
export const clientSet: Verb = {
  name: "client set",
  summary: "Change how long an OAuth client may show one refresh token again.",
  positionals: ["ID"],
  flags: { ...WINDOW_FLAG, ...DATA_FLAG },
  run: async ({ flags, positionals, config, io }) => {
    if (!flags.has("replay-window")) throw usageError("client set needs --replay-window.");
    const replayWindowS = chosenWindow(flags);
    return await withInstance({ config, io }, {}, async ({ stores, writer, now }) => {
      const row = await writer.write(() => {
        const found = clientNamed(stores, positionals[0] ?? "");
        stores.oauthClients.update({ ...found, replayWindowS });
        const { id: clientId } = found;
        const detail = { replayWindowS, by: "operator" };
        stores.securityEvents.insert({ at: now(), kind: "client_changed", clientId, detail });
        return found;
      });
      const window = replayWindowS === null ? "the default" : `${replayWindowS} s`;
      const text = `Client ${row.name} (${row.id}) has a replay window of ${window}.`;
      return { json: { id: row.id, replayWindowS }, text };
    });
  },
};
