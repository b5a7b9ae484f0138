// Goal: a database is replaced only when no process uses it, and a process that ends in any way no
// longer counts.
import { describe, expect, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimFolder, useFolder } from "../../src/storage/folder-use.ts";
import { OpenError } from "../../src/storage/open-error.ts";
import { temporaryFolder } from "../support/database.ts";

function refused(take: () => Disposable): string {
  try {
    take()[Symbol.dispose]();
  } catch (error) {
    if (error instanceof OpenError) return error.code;
    throw error;
  }
  return "taken";
}

/** Starts another process that uses a folder until it is killed. */
async function otherProcess(folder: string): Promise<{ kill: () => Promise<number> }> {
  const script = `
    const { useFolder } = await import(${JSON.stringify(join(import.meta.dir, "../../src/storage/folder-use.ts"))});
    globalThis.use = useFolder(process.argv[1]);
    process.stdout.write("ready\\n");
    setInterval(() => {}, 1000);`;
  const child = Bun.spawn([process.execPath, "-e", script, folder], {
    stdout: "pipe",
    stderr: "inherit",
  });
  await child.stdout.getReader().read();
  return {
    kill: () => {
      child.kill("SIGKILL");
      return child.exited;
    },
  };
}

describe("an instance's folder", () => {
  test("can be used several times at the same time", () => {
    using folder = temporaryFolder();
    using first = useFolder(folder.path);
    using second = useFolder(folder.path);
    expect([first, second].length).toBe(2);
    expect(refused(() => useFolder(folder.path))).toBe("taken");
  });

  test("that is in use is refused to a process that wants to replace its database", () => {
    using folder = temporaryFolder();
    const use = useFolder(folder.path);
    expect(refused(() => claimFolder(folder.path))).toBe("IN_USE");
    use[Symbol.dispose]();
    expect(refused(() => claimFolder(folder.path))).toBe("taken");
  });

  test("whose database is being replaced cannot be used", () => {
    using folder = temporaryFolder();
    const claim = claimFolder(folder.path);
    expect(refused(() => useFolder(folder.path))).toBe("IN_USE");
    expect(refused(() => claimFolder(folder.path))).toBe("IN_USE");
    claim[Symbol.dispose]();
    expect(refused(() => useFolder(folder.path))).toBe("taken");
  });

  test("is free again as soon as the process that used it is killed", async () => {
    using folder = temporaryFolder();
    const other = await otherProcess(folder.path);
    expect(refused(() => claimFolder(folder.path))).toBe("IN_USE");
    expect(refused(() => useFolder(folder.path))).toBe("taken");
    await other.kill();
    expect(refused(() => claimFolder(folder.path))).toBe("taken");
  });

  test("is made if missing, and only its owner can read it and its lock", () => {
    using folder = temporaryFolder();
    const data = join(folder.path, "deep", "data");
    useFolder(data)[Symbol.dispose]();
    const modes = [data, join(data, "maitred.lock")].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  });

  test("that cannot be made is refused as UNREADABLE", () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "data"), "");
    expect(refused(() => useFolder(join(folder.path, "data")))).toBe("UNREADABLE");
  });
});
