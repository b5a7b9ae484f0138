import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { nameWhole, partialOf } from "../storage/partial-file.ts";
import { CliError, type CliIo } from "./verb.ts";

export interface Sink {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  abandon(): void;
}

const PIECE_CHARACTERS = 256 * 1024;

export const outputSink = (io: CliIo): Sink =>
  inPieces({
    write: (text) => io.stream?.(text) ?? Promise.resolve(io.out(text)),
    finish: () => Promise.resolve(),
    abandon: () => undefined,
  });

/** Throws FILE_EXISTS or UNWRITABLE. */
export function fileSink(path: string): Sink {
  const taken = (): CliError =>
    new CliError("FILE_EXISTS", `${path} exists already. Name another file.`);
  if (existsSync(path)) throw taken();
  const partial = partialOf(path);
  const file = open(partial, path);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return inPieces({
    write(text) {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      return Promise.resolve();
    },
    finish() {
      fsyncSync(file);
      close();
      if (!existsSync(partial)) throw begunElsewhere(path);
      if (!nameWhole(partial, path)) throw taken();
      return Promise.resolve();
    },
    abandon() {
      close();
      rmSync(partial, { force: true });
    },
  });
}

function open(partial: string, path: string): number {
  try {
    return openSync(partial, "wx", 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? `there is no folder ${dirname(path)}` : message;
    throw new CliError("UNWRITABLE", `${path} cannot be written: ${why}.`);
  }
}

/** Our unfinished file is gone: another process that writes the same file removed it. */
const begunElsewhere = (path: string): CliError =>
  new CliError(
    "UNWRITABLE",
    `Another process is writing ${path}. Wait for it, or name another file.`,
  );

function inPieces(sink: Sink): Sink {
  let waiting = "";
  return {
    async write(text) {
      waiting += text;
      if (waiting.length < PIECE_CHARACTERS) return;
      const piece = waiting;
      waiting = "";
      await sink.write(piece);
    },
    async finish() {
      if (waiting !== "") await sink.write(waiting);
      await sink.finish();
    },
    abandon: () => sink.abandon(),
  };
}
