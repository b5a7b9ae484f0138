import type { LockedPackage } from "./lock-file.ts";

/**
 * The subject of a bill of materials. `parts`: the libraries inside the runtime (Bun), with their
 * versions.
 */
export interface Built {
  readonly version: string;
  readonly commit: string;
  readonly runtime: { readonly version: string; readonly parts: Readonly<Record<string, string>> };
  readonly packages: readonly LockedPackage[];
}

/**
 * The contents of the executables as CycloneDX 1.6 JSON, without a time or a serial number: the
 * same sources give the same file.
 */
export function billOfMaterials({ version, commit, runtime, packages }: Built): object {
  const reference = `pkg:generic/maitred@${version}`;
  const components = [runtimeComponent(runtime), ...packages.map(packageComponent)];
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": reference,
        name: "maitred",
        version,
        licenses: [{ license: { id: "MIT" } }],
        purl: reference,
        properties: [{ name: "maitred:commit", value: commit }],
      },
    },
    components,
    dependencies: [{ ref: reference, dependsOn: components.map((one) => one["bom-ref"]) }],
  };
}

interface Component {
  readonly type: "framework" | "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly [more: string]: unknown;
}

/**
 * The runtime is one file with many libraries; most libraries have a commit instead of a version.
 */
function runtimeComponent({ version, parts }: Built["runtime"]): Component {
  const reference = `pkg:npm/bun@${version}`;
  return {
    type: "framework",
    "bom-ref": reference,
    name: "bun",
    version,
    purl: reference,
    licenses: [{ license: { id: "MIT" } }],
    components: Object.entries(parts)
      .filter(([name]) => !["bun", "node", "modules", "napi", "unicode", "v8"].includes(name))
      .map(([name, of]) => ({
        type: "library",
        "bom-ref": `bun/${name}@${of}`,
        name,
        version: of,
      })),
  };
}

function packageComponent({ name, version, integrity, license }: LockedPackage): Component {
  const reference = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": reference,
    name,
    version,
    purl: reference,
    ...(integrity === undefined ? {} : { hashes: [sha512Of(integrity)] }),
    ...(license === undefined ? {} : { licenses: [{ license: { id: license } }] }),
  };
}

const sha512Of = (integrity: string): object => ({
  alg: "SHA-512",
  content: Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex"),
});
