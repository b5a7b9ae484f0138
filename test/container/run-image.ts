// Runs a program of the finished image as a container engine would: as process 1 in its own
// namespaces, as a non-root user without permissions. The root is read-only and /data is writable.
// /tmp is read-only too, or a writable mount from which no program can start.
import { NONROOT } from "./distroless.ts";

/** A script for this machine's shell, because the image has no shell. */
const MOUNTS = `
mount --bind "$ROOT" "$ROOT"
mount --bind "$DATA" "$ROOT/data"
mount -t proc proc "$ROOT/proc"
mount --bind /dev/null "$ROOT/dev/null"
mount --bind /dev/urandom "$ROOT/dev/urandom"
if [ "$TMP" = mounted ]; then
  mount -t tmpfs -o noexec,nosuid,nodev,size=16m tmpfs "$ROOT/tmp"
fi
mount -o remount,bind,ro "$ROOT"
unset ROOT DATA TMP
`;
const NAMESPACES = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork"];
const PROGRAM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** An image and the folder of its /data volume. */
export interface Image {
  readonly root: string;
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
  /** `mounted`: a small file system in memory; `read-only`: part of the root. */
  readonly tmp: "mounted" | "read-only";
}

export const canRunImages = ((): boolean => {
  try {
    const probe = `mount -t proc proc /proc && exec unshare --user --map-user=${NONROOT} --root=/ true`;
    return Bun.spawnSync([...NAMESPACES, "sh", "-ec", probe]).exitCode === 0;
  } catch {
    return false; // `unshare` is not installed
  }
})();

/** Starts a command in the image. The command gets only the environment variables of the image. */
export function startIn({ root, data, env, tmp }: Image, command: readonly string[]) {
  const user = [`--map-user=${NONROOT}`, `--map-group=${NONROOT}`];
  const enter = ["exec", "unshare", "--user", ...user, '--root="$IMAGE"', "--wd=/", '"$@"'];
  const script = `IMAGE="$ROOT"\n${MOUNTS}\n${enter.join(" ")}`;
  return Bun.spawn([...NAMESPACES, "--kill-child", "sh", "-ec", script, "sh", ...command], {
    env: { ...env, PATH: PROGRAM_PATH, ROOT: root, DATA: data, TMP: tmp },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** The process id, on this machine, of the image's process 1. */
export async function firstProcessOf(child: { readonly pid: number }): Promise<number> {
  const path = `/proc/${child.pid}/task/${child.pid}/children`;
  return Number((await Bun.file(path).text()).trim().split(" ")[0]);
}
