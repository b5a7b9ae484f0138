const LINE = /^([a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)*\})?) (\S+)$/;

/**
 * The values in the text of metrics, by name and labels. Throws an Error for a line that Prometheus
 * would not read.
 */
export function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  if (!text.endsWith("\n")) throw new Error("The last line has no line break.");
  for (const line of text.slice(0, -1).split("\n")) {
    if (/^# (?:HELP|TYPE) [a-z_]+ /.test(line)) continue;
    const match = LINE.exec(line);
    if (match?.[1] === undefined) throw new Error(`Not a sample: ${line}`);
    if (samples.has(match[1])) throw new Error(`The sample ${match[1]} is there twice`);
    const value = (match[2] ?? "").replace("+Inf", "Infinity").replace("-Inf", "-Infinity");
    samples.set(match[1], Number(value));
  }
  return samples;
}
