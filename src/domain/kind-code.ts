export type CodeOf<Kind extends string> = Kind extends `${infer Code}.${string}` ? Code : Kind;

export const codeOf = <Kind extends string>(kind: Kind): CodeOf<Kind> =>
  kind.split(".", 1)[0] as CodeOf<Kind>;
