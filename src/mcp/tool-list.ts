import type { Tool } from "@modelcontextprotocol/server";
import { declaredInputSchemaOf, declaredOutputSchemaOf } from "../operations/call/schemas.ts";
import type { Tool as ToolDefinition } from "../operations/define.ts";

export interface ToolList {
  readonly tools: readonly Tool[];
  readonly operation: (name: string) => ToolDefinition | undefined;
  readonly declaredArguments: (name: string) => ReadonlySet<string> | undefined;
}

export function createToolList(operations: readonly ToolDefinition[]): ToolList {
  const tools = operations.map(toolOf);
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const declared = new Map(
    tools.map((tool) => [tool.name, new Set(Object.keys(tool.inputSchema.properties ?? {}))]),
  );
  return {
    tools,
    operation: (name) => byName.get(name),
    declaredArguments: (name) => declared.get(name),
  };
}

const toolOf = (operation: ToolDefinition): Tool => ({
  name: operation.name,
  title: operation.title,
  description: operation.description,
  inputSchema: declaredInputSchemaOf(operation) as Tool["inputSchema"],
  outputSchema: declaredOutputSchemaOf(operation),
  annotations: {
    title: operation.title,
    readOnlyHint: operation.hints.readOnly,
    destructiveHint: operation.hints.destructive,
    idempotentHint: operation.hints.idempotent,
    openWorldHint: operation.hints.openWorld,
  },
});
