/** The code that a kind of reason or warning begins with. */
export type CodeOf<Kind extends string> = Kind extends `${infer Code}.${string}` ? Code : Kind;

/** The code that a kind of reason or warning begins with. */
export const codeOf = <Kind extends string>(kind: Kind): CodeOf<Kind> =>
  kind.split(".", 1)[0] as CodeOf<Kind>;
