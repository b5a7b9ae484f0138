import { backup } from "./backup.ts";
import { brandCreate } from "./brand-create.ts";
import { brandList } from "./brand-list.ts";
import { brandSet } from "./brand-set.ts";
import { brandShow } from "./brand-show.ts";
import { check } from "./check.ts";
import { clientCreate } from "./client-create.ts";
import { clientList } from "./client-list.ts";
import { clientRevoke } from "./client-revoke.ts";
import { clientSet } from "./client-set.ts";
import { completion } from "./completion.ts";
import { config } from "./config.ts";
import { dev } from "./dev.ts";
import { doctor } from "./doctor.ts";
import { erase } from "./erase.ts";
import { exportVerb } from "./export.ts";
import { feedCreate } from "./feed-create.ts";
import { feedList } from "./feed-list.ts";
import { feedRevoke } from "./feed-revoke.ts";
import { healthcheck } from "./healthcheck.ts";
import { importVerb } from "./import.ts";
import { init } from "./init.ts";
import { keyCreate } from "./key-create.ts";
import { keyList } from "./key-list.ts";
import { keyRevoke } from "./key-revoke.ts";
import { migrate } from "./migrate.ts";
import { openapi } from "./openapi.ts";
import { restore } from "./restore.ts";
import { selftest } from "./selftest.ts";
import { serve } from "./serve.ts";
import { update } from "./update.ts";
import { upload } from "./upload.ts";
import { userCreate } from "./user-create.ts";
import { userDisable } from "./user-disable.ts";
import { userEnable } from "./user-enable.ts";
import { userLeave } from "./user-leave.ts";
import { userList } from "./user-list.ts";
import { userPassword } from "./user-password.ts";
import { userResetFactor } from "./user-reset-factor.ts";
import { userRole } from "./user-role.ts";
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
