// Goal: for an error of the operating system, the message names the file or port and says what to do
// next. It is not reported as an internal error.
import { expect, test } from "bun:test";
import { systemRefusal } from "../../src/cli/system-error.ts";

const refused = (message: string, more: object) => Object.assign(new Error(message), more);

test.each([
  [
    "a file of another account",
    refused("EACCES: permission denied, open '/srv/secret.key'", {
      code: "EACCES",
      syscall: "open",
      path: "/srv/secret.key",
    }),
    [
      "UNREADABLE",
      "/srv/secret.key cannot be used by this account",
      "the account that runs maitred",
    ],
  ],
  [
    "a disk without room",
    refused("ENOSPC: no space left on device, write", { code: "ENOSPC", syscall: "write" }),
    ["DISK_FULL", "The disk is full", "Free some space"],
  ],
  [
    "a port that this account may not use",
    refused("This user account is not allowed to listen on port 80 of 127.0.0.1.", {
      code: "EACCES",
      syscall: "listen",
    }),
    ["CANNOT_LISTEN", "port 80", "--port"],
  ],
] as const)("the error about %s says what to do", (_what, error, [code, ...words]) => {
  const refusal = systemRefusal(error);
  expect(refusal?.code).toBe(code);
  for (const word of words) expect(refusal?.message).toContain(word);
});

test("there is no such message for any other error", () => {
  expect(systemRefusal(new Error("a rule of ours"))).toBeNull();
  expect(systemRefusal("a text")).toBeNull();
});
