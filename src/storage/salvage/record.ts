// Records as SQLite writes them: https://www.sqlite.org/fileformat2.html#record_format

export type Value = null | number | bigint | string | Uint8Array;

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** In bytes. The ninth byte holds eight bits, all other bytes hold seven. */
const LONGEST_VARINT = 9;

/** Throws RangeError if the number goes beyond the end of `bytes`. */
export function varintAt(bytes: DataView, at: number): { value: number; next: number } {
  let value = 0n;
  for (let length = 1; ; length += 1) {
    const byte = bytes.getUint8(at + length - 1);
    if (length === LONGEST_VARINT) {
      value = (value << 8n) | BigInt(byte);
      return { value: Number(BigInt.asIntN(64, value)), next: at + length };
    }
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value: Number(value), next: at + length };
  }
}

/** Throws an Error if `payload` is not a record. */
export function valuesOf(payload: Uint8Array): Value[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const header = varintAt(view, 0);
  const types: number[] = [];
  let at = header.next;
  while (at < header.value) {
    const { value, next } = varintAt(view, at);
    types.push(value);
    at = next;
  }
  if (at !== header.value)
    throw new RangeError("the header of a record does not end where it says");
  const values = types.map((type) => {
    const value = valueAt(view, payload, at, type);
    at += sizeOf(type);
    return value;
  });
  if (at !== payload.byteLength) throw new RangeError("a record does not end where its values do");
  return values;
}

const FIXED_SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function sizeOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  const size = FIXED_SIZES[type];
  if (size === undefined) throw new RangeError(`there are no values of type ${type}`);
  return size;
}

function valueAt(view: DataView, payload: Uint8Array, at: number, type: number): Value {
  const size = sizeOf(type);
  if (at + size > payload.byteLength) throw new RangeError("a value goes beyond its record");
  if (type >= 12) {
    const bytes = payload.subarray(at, at + size);
    return type % 2 === 0 ? bytes.slice() : utf8.decode(bytes);
  }
  if (type === 0) return null;
  if (type === 7) return view.getFloat64(at);
  if (type >= 8) return type - 8;
  let value = BigInt(view.getInt8(at));
  for (let byte = 1; byte < size; byte += 1) {
    value = (value << 8n) | BigInt(view.getUint8(at + byte));
  }
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
