import { backup } from "./backup.ts";
import { brandCreate, brandList, brandSet, brandShow } from "./brand.ts";
import { check } from "./check.ts";
import { clientCreate, clientList, clientRevoke, clientSet } from "./client.ts";
import { completion } from "./completion.ts";
import { config } from "./config.ts";
import { dev } from "./dev.ts";
import { doctor } from "./doctor.ts";
import { erase } from "./erase.ts";
import { exportVerb } from "./export.ts";
import { feedCreate, feedList, feedRevoke } from "./feed.ts";
import { healthcheck } from "./healthcheck.ts";
import { importVerb } from "./import.ts";
import { init } from "./init.ts";
import { keyCreate, keyList, keyRevoke } from "./key.ts";
import { migrate } from "./migrate.ts";
import { openapi } from "./openapi.ts";
import { restore } from "./restore.ts";
import { selftest } from "./selftest.ts";
import { serve } from "./serve.ts";
import { update } from "./update.ts";
import { upload } from "./upload.ts";
import {
  userCreate,
  userDisable,
  userEnable,
  userLeave,
  userList,
  userPassword,
  userResetFactor,
  userRole,
} from "./user.ts";
import type { Verb } from "./verb.ts";
import { version } from "./version.ts";

/** Everything that the command line does, in the order of the help text. */
export const VERBS: readonly Verb[] = [
  dev,
  serve,
  init,
  brandCreate,
  brandList,
  brandShow,
  brandSet,
  userCreate,
  userList,
  userRole,
  userLeave,
  userPassword,
  userResetFactor,
  userDisable,
  userEnable,
  keyCreate,
  keyList,
  keyRevoke,
  backup,
  upload,
  restore,
  check,
  migrate,
  exportVerb,
  importVerb,
  feedCreate,
  feedList,
  feedRevoke,
  erase,
  clientCreate,
  clientList,
  clientSet,
  clientRevoke,
  doctor,
  selftest,
  config,
  healthcheck,
  openapi,
  completion,
  update,
  version,
];
