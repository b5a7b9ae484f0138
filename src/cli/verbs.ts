import { backup } from "./backup.ts";
import { brandCreate } from "./brand-create.ts";
import { brandList } from "./brand-list.ts";
import { brandSet } from "./brand-set.ts";
import { brandShow } from "./brand-show.ts";
import { dev } from "./dev.ts";
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
import { restore } from "./restore.ts";
import { serve } from "./serve.ts";
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
  keyCreate,
  keyList,
  keyRevoke,
  backup,
  restore,
  migrate,
  exportVerb,
  importVerb,
  feedCreate,
  feedList,
  feedRevoke,
  erase,
  healthcheck,
  version,
];
