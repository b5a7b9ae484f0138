import { createHash } from "node:crypto";
import type { Target } from "./targets.ts";

/** The system and processor in the header of an executable. */
export interface Kind {
  readonly system: Target["system"];
  readonly processor: Target["processor"];
}

const PROCESSORS: Readonly<Record<number, Kind["processor"]>> = {
  // ELF's e_machine
  62: "x64",
  183: "arm64",
  // Mach-O's cputype
  16777223: "x64",
  16777228: "arm64",
};
const ELF = 0x7f45_4c46;
const MACH_O_64 = 0xfeed_facf;

/** Reads an ELF or Mach-O header. Null for any other file. */
export function kindOf(file: Uint8Array): Kind | null {
  const view = viewOf(file);
  if (file.length < 64) return null;
  if (view.getUint32(0) === ELF) return known("linux", view.getUint16(18, true));
  if (view.getUint32(0, true) === MACH_O_64) return known("darwin", view.getUint32(4, true));
  return null;
}

function known(system: Kind["system"], code: number): Kind | null {
  const processor = PROCESSORS[code];
  return processor === undefined ? null : { system, processor };
}

const CODE_SIGNATURE = 0x1d;
const CODE_DIRECTORY = 0xfade_0c02;
const SHA256 = 2;

/**
 * Whether the code signature of a Mach-O file matches its content: macOS on Apple processors kills
 * a program whose pages differ from the signed ones (xnu, osfmk/kern/cs_blobs.h).
 */
export function signatureHolds(file: Uint8Array): boolean {
  const view = viewOf(file);
  const start = signatureStart(view);
  if (start === null) return false;
  const blobs = view.getUint32(start + 8);
  for (let index = 0; index < blobs; index += 1) {
    const blob = start + view.getUint32(start + 16 + 8 * index);
    if (view.getUint32(blob) === CODE_DIRECTORY) return directoryHolds(file, view, blob, start);
  }
  return false;
}

function signatureStart(view: DataView): number | null {
  const commands = view.getUint32(16, true);
  let at = 32;
  for (let index = 0; index < commands; index += 1) {
    if (view.getUint32(at, true) === CODE_SIGNATURE) return view.getUint32(at + 8, true);
    at += view.getUint32(at + 4, true);
  }
  return null;
}

function directoryHolds(file: Uint8Array, view: DataView, at: number, signature: number): boolean {
  const hashes = at + view.getUint32(at + 16);
  const slots = view.getUint32(at + 28);
  const limit = view.getUint32(at + 32);
  const size = file[at + 36] ?? 0;
  if (file[at + 37] !== SHA256 || limit !== signature) return false;
  const page = 1 << (file[at + 39] ?? 0);
  for (let slot = 0; slot < slots; slot += 1) {
    const content = file.subarray(slot * page, Math.min((slot + 1) * page, limit));
    const signed = file.subarray(hashes + slot * size, hashes + (slot + 1) * size);
    if (!createHash("sha256").update(content).digest().equals(signed)) return false;
  }
  return true;
}

const viewOf = (file: Uint8Array): DataView =>
  new DataView(file.buffer, file.byteOffset, file.byteLength);
