/** An encoded protobuf field, in parts, so that `joinParts` copies large tensors only once. */
export type Parts = readonly Uint8Array[];

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;
const utf8 = new TextEncoder();

/** Encodes a non-negative integer (`int64`, `int32`, enum) below 2^53. */
export function integerField(field: number, value: number): Parts {
  return [Uint8Array.from([...varint(field * 8 + VARINT), ...varint(value)])];
}

export function floatField(field: number, value: number): Parts {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [Uint8Array.from([...varint(field * 8 + FIXED_32), ...bytes])];
}

export function textField(field: number, value: string): Parts {
  return messageField(field, [utf8.encode(value)]);
}

/** Encodes `bytes`, or an embedded message from its encoded parts. */
export function messageField(field: number, parts: Parts): Parts {
  const head = Uint8Array.from([...varint(field * 8 + LENGTH_DELIMITED), ...varint(byteLength(parts))]);
  return [head, ...parts];
}

/** Copies all parts into one buffer. */
export function joinParts(parts: Parts): Uint8Array {
  const joined = new Uint8Array(byteLength(parts));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.byteLength;
  }
  return joined;
}

function byteLength(parts: Parts): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  // Divides instead of shifting, because shifts truncate to 32 bits.
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return bytes;
}
