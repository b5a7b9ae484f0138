/** A call that helps, as a refusal advises it. Arguments that are undefined are left out. */
export interface Call {
  readonly tool: string;
  readonly arguments: object;
}
