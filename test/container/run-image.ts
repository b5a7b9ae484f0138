// Runs a program as an engine would in the finished image: in its own namespaces as process 1,
// with a read-only root, as a non-root user without any permission, with only /data writable.
// /tmp is read-only too, or mounted so that nothing in it can be run.
import { NONROOT } from "./distroless.ts";

/** Run by the first shell, outside the image, which contains no shell. */
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

/** An image and where its volume lies. */
export interface Image {
  readonly root: string;
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
  /** `mounted`: a small one in memory; `read-only`: part of the root. */
  readonly tmp: "mounted" | "read-only";
}

/** Whether this machine allows such namespaces. */
export const canRunImages = ((): boolean => {
  try {
    const probe = `mount -t proc proc /proc && exec unshare --user --map-user=${NONROOT} --root=/ true`;
    return Bun.spawnSync([...NAMESPACES, "sh", "-ec", probe]).exitCode === 0;
  } catch {
    return false; // no such command here
  }
})();

/** Starts a program of the image; the environment is the image's alone. */
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

/** The process number of process 1 of an image, as this machine counts. */
export async function firstProcessOf(child: { readonly pid: number }): Promise<number> {
  const path = `/proc/${child.pid}/task/${child.pid}/children`;
  return Number((await Bun.file(path).text()).trim().split(" ")[0]);
}
