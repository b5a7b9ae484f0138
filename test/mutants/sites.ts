// Finds the places in a source where a small change should make a test fail. Reads the syntax tree,
// so comments, types, imports and texts for people are left alone.
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";

/** One change in one file. `start` and `end`: offsets of the replaced text, in UTF-16 units. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
  /** Stays the same when comments or other code in the file change. */
  readonly key: string;
}

type Edit = readonly [kind: string, start: number, end: number, to: string];

const PAIRS = "< <=, <= <, > >=, >= >, === !==, !== ===, && ||, || &&, + -, - +, AND OR, OR AND";
const OPPOSITES = new Map(PAIRS.split(", ").map((pair) => pair.split(" ") as [string, string]));
const LOG = /^(?:await )?(?:\w+\.)*(?:log|console|super)\b/;
const SQL = /\b(?:SELECT|UPDATE|DELETE|WHERE|AND)\b/;
const SQL_OPERATOR = /(?<= )(?:<=|>=|<|>|(?<!BETWEEN \S+ )AND|OR)(?= )/g;
/** A string with spaces is probably a text for people. */
const CODE = /^(?:"[^" ]+"|`[^` ]+`)$/;

const isCondition = (node: Node): boolean =>
  (is.isIfStatement(node.parent) && node.parent.expression === node) ||
  (is.isConditionalExpression(node.parent) && node.parent.condition === node);

function* ofOperator(node: Node): Generator<Edit> {
  if (!is.isBinaryExpression(node)) return;
  const operator = node.operatorToken.getText();
  const to = OPPOSITES.get(operator);
  const isText = "+-".includes(operator) && /["'`]/.test(node.getText());
  // An equality that is the whole condition is skipped: negating the condition makes the same
  // change.
  if (to === undefined || isText || (operator.endsWith("==") && isCondition(node))) return;
  const joins = "&&||".includes(operator) ? "and / or" : "comparison";
  const kind = "+-".includes(operator) ? "plus / minus" : joins;
  yield [kind, node.operatorToken.getStart(), node.operatorToken.end, to];
}

function* ofQuery(node: Node): Generator<Edit> {
  const text = node.getText();
  if (node.kind < SyntaxKind.StringLiteral || node.kind > SyntaxKind.TemplateTail) return;
  if (!SQL.test(text)) return;
  for (const { 0: operator, index } of text.matchAll(SQL_OPERATOR)) {
    const start = node.getStart() + index;
    yield ["query", start, start + operator.length, OPPOSITES.get(operator) ?? ""];
  }
}

function* ofWhole(node: Node): Generator<Edit> {
  const { kind, parent } = node;
  const text = node.getText();
  const by = (name: string, to: string): Edit => [name, node.getStart(), node.end, to];
  if (isCondition(node)) yield by("condition", `!(${text})`);
  if (kind === SyntaxKind.TrueKeyword) yield by("true / false", "false");
  if (kind === SyntaxKind.FalseKeyword) yield by("true / false", "true");
  if (is.isNumericLiteral(node) && !("name" in parent && parent.name === node))
    yield by("constant", String(Number(text.replaceAll("_", "")) + 1));
  if (is.isExpressionStatement(node) && !LOG.test(text)) {
    const { expression } = node;
    const called = is.isAwaitExpression(expression) ? expression.expression : expression;
    if (is.isCallExpression(called)) yield by("dropped", ";");
  }
  if (is.isReturnStatement(node) && is.isIfStatement(is.isBlock(parent) ? parent.parent : parent))
    yield by("dropped", ";");
  if (!is.isReturnStatement(parent) && !is.isArrowFunction(parent)) return;
  if (is.isArrayLiteralExpression(node) && text !== "[]") yield by("empty list", "[]");
  if (CODE.test(text)) yield by("empty string", '""');
}

const withoutComments = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, "")
    .replace(/\s+/g, " ")
    .trim();

export function mutantsOf(file: string, tree: SourceFile): Mutant[] {
  const found: Mutant[] = [];
  const seen = new Map<string, number>();
  const visit = (node: Node): void => {
    if (is.isTypeNode(node) || is.isImportDeclaration(node)) return;
    const edits = [...ofWhole(node), ...ofOperator(node), ...ofQuery(node)];
    for (const [kind, start, end, to] of edits) {
      const from = tree.text.slice(start, end);
      const outer = is.isBlock(node.parent) ? node.parent.parent : node.parent;
      const around = withoutComments(outer.getText()).slice(0, 80);
      const site = `${file} ${kind} ${withoutComments(from)} in ${around}`;
      const times = (seen.get(site) ?? 0) + 1;
      seen.set(site, times);
      const line = tree.text.slice(0, start).split("\n").length;
      found.push({ file, line, kind, start, end, from, to, key: `${site} (${times})` });
    }
    node.forEachChild(visit);
  };
  tree.forEachChild(visit);
  return found;
}

const overlaps = (a: Mutant, b: Mutant): boolean => a.start < b.end && b.start < a.end;

/**
 * Picks `count` mutants that do not overlap. The same seed and code give the same mutants. At most a
 * quarter come from one file, unless the other files have too few.
 */
export function sampled(mutants: readonly Mutant[], seed: number, count: number): Mutant[] {
  const ranks = new Map(mutants.map(({ key }) => [key, Bun.hash.xxHash32(`${seed} ${key}`)]));
  const byRank = mutants.toSorted((a, b) => (ranks.get(a.key) ?? 0) - (ranks.get(b.key) ?? 0));
  const taken: Mutant[] = [];
  for (const most of [Math.ceil(count / 4), count]) {
    for (const mutant of byRank) {
      const inFile = taken.filter(({ file }) => file === mutant.file);
      if (taken.length === count || inFile.length >= most) continue;
      if (!inFile.some((other) => overlaps(other, mutant))) taken.push(mutant);
    }
  }
  return taken;
}

/** Applies mutants that do not overlap to the source of a file. */
export const changed = (source: string, mutants: readonly Mutant[]): string =>
  mutants
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, to }) => text.slice(0, start) + to + text.slice(end), source);
