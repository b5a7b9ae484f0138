import { z } from "zod";
import { defineOperation } from "../define.ts";
import { writeParams } from "../params.ts";
import { CLIENT_CHANGE, type ClientResult, clientIdParam, clientOf } from "./client-change.ts";
import { replayWindowParam } from "./create-client.ts";

const input = z.strictObject({
  id: clientIdParam,
  replayWindowS: replayWindowParam,
  ...writeParams,
});

export const setClient = defineOperation<z.infer<typeof input>, ClientResult>({
  ...CLIENT_CHANGE,
  name: "set_client",
  title: "Change an OAuth client",
  input,
  run({ id, replayWindowS = null }, { stores, now, dryRun }) {
    const found = clientOf(id, stores);
    stores.oauthClients.update({ ...found, replayWindowS });
    const detail = { replayWindowS, by: "operator" };
    stores.securityEvents.insert({ at: now, kind: "client_changed", clientId: id, detail });
    return { id, name: found.name, grants: 0, dryRun };
  },
});
