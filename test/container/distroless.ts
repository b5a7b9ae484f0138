// The files of gcr.io/distroless/cc-debian12 that a program might use, copied from this machine:
// the loader, libc, libgcc_s, libstdc++, OpenSSL, time zones, certificates and one user.
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The user id of the `nonroot` image. */
export const NONROOT = 65_532;

const LIBRARIES = [
  "ld-linux-x86-64.so.2",
  "ld-linux-aarch64.so.1",
  "libc.so.6",
  "libm.so.6",
  "libdl.so.2",
  "libpthread.so.0",
  "librt.so.1",
  "libresolv.so.2",
  "libnss_dns.so.2",
  "libnss_files.so.2",
  "libgcc_s.so.1",
  "libgomp.so.1",
  "libstdc++.so.6",
  "libssl.so.3",
  "libcrypto.so.3",
];
const FILES = [
  // Executables look for the loader at these paths.
  "/lib64/ld-linux-x86-64.so.2",
  "/lib/ld-linux-aarch64.so.1",
  "/etc/ssl/certs/ca-certificates.crt",
  "/usr/share/zoneinfo",
  "/etc/mime.types",
];
/** Folders on which a container engine mounts something. */
const PLACES = ["proc", "dev", "tmp", "data", "home/nonroot"];

/** Fills `root` with the image's files. */
export function distrolessCc(root: string): void {
  for (const path of [...libraries(), ...FILES]) {
    if (!existsSync(path)) continue;
    mkdirSync(join(root, dirname(path)), { recursive: true });
    cpSync(path, join(root, path), { recursive: true, dereference: true });
  }
  for (const place of PLACES) mkdirSync(join(root, place), { recursive: true });
  for (const device of ["null", "urandom"]) writeFileSync(join(root, "dev", device), "");
  const user = `nonroot:x:${NONROOT}:${NONROOT}:nonroot:/home/nonroot:/sbin/nologin\n`;
  writeFileSync(join(root, "etc/passwd"), `root:x:0:0:root:/root:/sbin/nologin\n${user}`);
  writeFileSync(join(root, "etc/nsswitch.conf"), "hosts: files dns\n");
}

/** Library paths on this machine, from the linker's cache. */
function libraries(): string[] {
  const known = Bun.spawnSync(["/sbin/ldconfig", "-p"]).stdout.toString();
  const paths = [...known.matchAll(/^\t(\S+) \(libc6,(?:x86-64|AArch64)[^)]*\) => (\S+)$/gm)];
  return paths.map(([, , path = ""]) => path).filter((path) => LIBRARIES.includes(basename(path)));
}
