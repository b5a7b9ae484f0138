/** A call as a refusal advises it: `mark_arrived { id: "6afe..." }`. What is undefined is left out. */
export const toolCall = (tool: string, args: object): string => {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return `${tool} { ${given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")} }`;
};
