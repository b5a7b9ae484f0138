import { backup } from "./backup.ts";
import { BRAND_VERBS } from "./brand.ts";
import { check } from "./check.ts";
import { CLIENT_VERBS } from "./client.ts";
import { completion } from "./completion.ts";
import { config } from "./config.ts";
import { dev } from "./dev.ts";
import { doctor } from "./doctor.ts";
import { erase } from "./erase.ts";
import { exportVerb } from "./export.ts";
import { FEED_VERBS } from "./feed.ts";
import { FLOOR_VERBS } from "./floor.ts";
import { healthcheck } from "./healthcheck.ts";
import { importVerb } from "./import.ts";
import { init } from "./init.ts";
import { KEY_VERBS } from "./key.ts";
import { migrate } from "./migrate.ts";
import { openapi } from "./openapi.ts";
import { restore } from "./restore.ts";
import { selftest } from "./selftest.ts";
import { serve } from "./serve.ts";
import { update, version } from "./update.ts";
import { upload } from "./upload.ts";
import { USER_VERBS } from "./user.ts";
import type { Verb } from "./verb.ts";

/** In the order of the help text. */
export const VERBS: readonly Verb[] = [
  dev,
  serve,
  init,
  ...BRAND_VERBS,
  ...FLOOR_VERBS,
  ...USER_VERBS,
  ...KEY_VERBS,
  backup,
  upload,
  restore,
  check,
  migrate,
  exportVerb,
  importVerb,
  ...FEED_VERBS,
  erase,
  ...CLIENT_VERBS,
  doctor,
  selftest,
  config,
  healthcheck,
  openapi,
  completion,
  update,
  version,
];
