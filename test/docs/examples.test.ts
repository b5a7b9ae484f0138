// Goal: the guides and examples name only existing settings. systemd accepts the example unit and
// rates it as restrictive, and compose.yaml gives the container only the rights that it needs. The
// examples for proxies are tested in test/proxies, those for replication in test/faults.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_KEYS, environmentName } from "../../src/config.ts";
import { temporaryFolder } from "../support/database.ts";
import { ROOT } from "./guides.ts";

const EXAMPLES = join(ROOT, "docs/examples");
const read = (name: string): string => readFileSync(join(EXAMPLES, name), "utf8");
const guides = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const texts: readonly (readonly [string, string])[] = [
  ["README.md", readFileSync(join(ROOT, "README.md"), "utf8")],
  ["Dockerfile", readFileSync(join(ROOT, "Dockerfile"), "utf8")],
  ...guides.map((name) => [name, readFileSync(join(ROOT, "docs", name), "utf8")] as const),
  ...readdirSync(EXAMPLES).map((name) => [name, read(name)] as const),
];

/** Variables that the examples read themselves. */
const OF_EXAMPLES = ["MAITRED_NAME", "MAITRED_UPSTREAM"];

test.each(texts)("%s names existing settings", (_, text) => {
  const known = new Set([...CONFIG_KEYS.map(environmentName), ...OF_EXAMPLES]);
  const named = [...text.matchAll(/\bMAITRED_[A-Z][A-Z_]*[A-Z]\b/g)].map(([name]) => name);
  const unknown = named.filter((name) => !known.has(name.replace(/_FILE$/, "")));
  expect(unknown).toEqual([]);
});

describe.skipIf(Bun.which("systemd-analyze") === null)("the systemd unit", () => {
  const analyze = (...words: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["systemd-analyze", ...words]);
    return { exitCode, said: stdout.toString() + stderr.toString() };
  };

  test("is accepted by systemd without a warning", () => {
    using folder = temporaryFolder();
    const unit = join(folder.path, "maitred.service");
    // systemd checks that the executable exists, and maitred is not installed here.
    writeFileSync(unit, read("maitred.service").replace("/usr/local/bin/maitred", "/bin/true"));
    expect(analyze("verify", unit)).toEqual({ exitCode: 0, said: "" });
  });

  test("is rated by systemd at 1.5 or less, where 10 is the most exposed", () => {
    const unit = join(EXAMPLES, "maitred.service");
    const { said } = analyze("security", "--offline=true", "--no-pager", unit);
    const [, exposure] = /exposure level for maitred\.service: ([\d.]+)/.exec(said) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(1.5);
  });
});

test("the script maitred-service runs a command with the settings of the unit", () => {
  const said = read("maitred-service").replaceAll("\\\n", " ");
  const unit = read("maitred.service");
  const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  for (const name of ["DynamicUser", "StateDirectory", "EnvironmentFile"]) {
    expect(said).toContain(`-p ${name}=${setting(name)} `);
  }
  expect(said).toContain(`-E ${setting("Environment")} `);
  expect(said).toContain(`${setting("ExecStart").split(" ")[0]} "$@"`);
});

test("the script maitred-service lets a command write to the folders where the service may write", async () => {
  using folder = temporaryFolder();
  const argumentsWith = async (paths: string): Promise<string[]> => {
    const fakes = { systemctl: `echo "${paths}"`, "systemd-run": 'printf "%s\\n" "$@"' };
    for (const [name, does] of Object.entries(fakes)) {
      writeFileSync(join(folder.path, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
    }
    const env = { PATH: `${folder.path}:${process.env["PATH"] ?? ""}` };
    const child = Bun.spawn(["sh", join(EXAMPLES, "maitred-service"), "backup"], { env });
    return (await new Response(child.stdout).text()).trimEnd().split("\n");
  };
  const allowed = await argumentsWith("/mnt/usb/maitred /srv/more");
  expect(allowed).toContain("ReadWritePaths=/mnt/usb/maitred /srv/more");
  expect(allowed.slice(-2)).toEqual(["/usr/local/bin/maitred", "backup"]);
  expect((await argumentsWith("")).join(" ")).not.toContain("ReadWritePaths");
});

describe("compose.yaml", () => {
  const { services, networks } = Bun.YAML.parse(read("compose.yaml")) as {
    services: Record<string, Record<string, unknown>>;
    networks: { inside: { ipam: { config: { subnet: string }[] } } };
  };
  const desk = services["maitred"] ?? {};

  test("removes all capabilities and publishes no port of the product", () => {
    expect(desk).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(desk["ports"]).toBeUndefined();
  });

  test("trusts only the addresses of its own network", () => {
    const [{ subnet } = { subnet: "none" }] = networks.inside.ipam.config;
    expect(desk["environment"]).toMatchObject({ MAITRED_TRUSTED_PROXIES: subnet });
  });

  test("limits the size of its log", () => {
    expect(desk["logging"]).toEqual({
      driver: "json-file",
      options: { "max-size": "10m", "max-file": "5" },
    });
  });

  test("and the unit give the product 30 seconds to stop", () => {
    expect(desk["stop_grace_period"]).toBe("30s");
    expect(read("maitred.service")).toContain("TimeoutStopSec=30\n");
  });
});
