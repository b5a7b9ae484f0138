import { DAY, HOUR, MINUTE } from "../../../domain/time.ts";
import { shellQuoted } from "../../../storage/open-error.ts";
import { counted } from "../../../words/en/phrases.ts";

const KB = 1000;
const MB = KB * KB;
const GB = KB * MB;

export function sizeText(bytes: number): string {
  if (bytes < MB) return `${Math.ceil(bytes / KB)} kB`;
  if (bytes < GB) return `${(bytes / MB).toFixed(bytes < 100 * MB ? 1 : 0)} MB`;
  return `${(bytes / GB).toFixed(bytes < 100 * GB ? 1 : 0)} GB`;
}

export function lengthText(lengthMs: number): string {
  const length = Math.abs(lengthMs);
  if (length < 100_000) return counted(Math.round(length / 1000), "second");
  if (length < 100 * MINUTE) return counted(Math.round(length / MINUTE), "minute");
  if (length < 48 * HOUR) return counted(Math.round(length / HOUR), "hour");
  return counted(Math.round(length / DAY), "day");
}

export const commandFor = (words: string, folder: string): string =>
  `maitred ${words} --data ${shellQuoted(folder)}`;
