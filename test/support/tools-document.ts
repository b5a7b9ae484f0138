// Writes docs/tools.md from the definitions of the operations: `npm run docs`.

import { inputSchemaOf, type ObjectSchema } from "../../src/operations/call/schemas.ts";
import type { Tool } from "../../src/operations/define.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { playScene } from "./example-scenes.ts";

/** The path of the document. */
export const TOOLS_DOCUMENT = "docs/tools.md";

const INTRODUCTION = `# Tools

<!-- Made from the definitions in src/operations by \`npm run docs\`; changes made here are lost. -->

Every tool is called at \`/mcp\` with \`Authorization: Bearer <token>\`. These rules hold for all tools:

- \`brand\` may be left out if the token is for one restaurant.
- Unknown parameters are refused by name; \`null\` for an optional one counts as left out.
- Every writing tool takes \`dryRun\` (answer what would happen, change nothing) and \`idempotencyKey\` (for 24 hours
  the same key with the same arguments returns the first answer).
- Dates are written like \`Friday, November 20, 2026\` and times like \`7:30 PM\`, in the restaurant's time zone;
  \`2026-11-20\` and, with two digits for the hour, \`19:30\` are accepted, too. Fields named like \`timestamp\` are epoch milliseconds.
- A refusal is a tool error whose \`error\` carries a code, a message, every reason, whether the same call may succeed
  later, and the nearest times that would be accepted.
- Each answer comes twice: as data, and as text that is complete.
- \`tools/list\` is short: it leaves out the length limits of strings and, except for \`get_booking\`, everything about an
  answer's fields but their names and types. \`GET /openapi.json\` has the complete schemas.
`;

interface Parameter {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Parameter;
  readonly anyOf?: readonly Parameter[];
  readonly properties?: Readonly<Record<string, Parameter>>;
  readonly default?: unknown;
}

export async function toolsDocument(): Promise<string> {
  const list = OPERATIONS.map(
    ({ name, title, scope }) => `| [${name}](#${name}) | ${title} | ${scopeText(scope)} |`,
  );
  const parts = [INTRODUCTION, table("| Tool | What it does | Scope |", list)];
  for (const operation of OPERATIONS) parts.push(await section(operation));
  return parts.join("\n");
}

async function section(operation: Tool): Promise<string> {
  const { name, title, scope, description } = operation;
  const schema = inputSchemaOf(operation);
  const parts = [
    `## ${name}\n`,
    `${title}. Scope: ${scopeText(scope)}. ${hintText(operation)}${askText(operation)}\n`,
    `${description}\n`,
    parameterTable(schema),
  ];
  for (const { input } of operation.examples) {
    const { structured, text } = await playScene(name, input);
    parts.push(
      "Call:\n",
      fenced("json", JSON.stringify({ name, arguments: input }, null, 2)),
      "Answer in words:\n",
      fenced("text", text),
      "<details>\n<summary>Answer as data</summary>\n",
      fenced("json", JSON.stringify(structured, null, 2)),
      "</details>\n",
    );
  }
  return parts.join("\n");
}

const scopeText = (scope: string | null): string => (scope === null ? "none" : `\`${scope}\``);

function hintText({ hints }: Tool): string {
  if (hints.readOnly) return "Reads only.";
  const again = hints.idempotent ? "A repeat changes nothing more" : "A repeat acts again";
  const sends = hints.openWorld ? "may lead to texts" : "sends nothing";
  return `Writes${hints.destructive ? " over existing data" : ""}. ${again}; ${sends}.`;
}

const askText = ({ asks }: Tool): string =>
  asks === true ? " May ask the person first, if the client shows forms." : "";

function parameterTable(schema: ObjectSchema): string {
  const rows = rowsOf(schema.properties, schema.required ?? [], "");
  if (rows.length === 0) return "No parameters.\n";
  return table("| Parameter | Type | Required | Description |", rows);
}

function rowsOf(
  properties: Readonly<Record<string, Parameter>>,
  required: readonly string[],
  path: string,
): string[] {
  return Object.entries(properties).flatMap(([name, parameter]) => {
    const needed = required.includes(name) ? "yes" : "no";
    const { default: standard, description = "" } = parameter;
    const unless = standard === undefined ? "" : ` (default \`${JSON.stringify(standard)}\`)`;
    const text = `${description}${unless}`.replaceAll("|", "\\|");
    return [
      `| \`${path}${name}\` | ${typeOf(parameter)} | ${needed} | ${text} |`,
      ...rowsOf(parameter.properties ?? {}, [], `${path}${name}.`),
    ];
  });
}

function typeOf({ type, enum: choices, items, anyOf }: Parameter): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (choices !== undefined) return choices.map((one) => `\`${one}\``).join(", ");
  if (type === "array") return `list of ${items === undefined ? "any" : typeOf(items)}`;
  return type ?? "any";
}

const table = (head: string, rows: readonly string[]): string =>
  `${[head, head.replace(/[^|]+/g, " --- "), ...rows].join("\n")}\n`;

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

if (import.meta.main) await Bun.write(TOOLS_DOCUMENT, await toolsDocument());
