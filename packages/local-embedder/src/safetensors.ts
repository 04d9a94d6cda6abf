/** A tensor of a safetensors file. `bytes` is a view of the file, little-endian, row-major. */
export interface Tensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

interface HeaderEntry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** Parses a safetensors file: eight bytes of header length, a JSON header, raw tensors. @throws Error if invalid */
export function parseSafetensors(file: Uint8Array): Map<string, Tensor> {
  if (file.byteLength < 8) throw new Error('The safetensors file is too short.');
  const headerLength = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const start = 8 + headerLength;
  if (start > file.byteLength) throw new Error('The safetensors header is longer than the file.');

  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, start))) as Record<string, HeaderEntry>;
  const tensors = new Map<string, Tensor>();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const [from, to] = entry.data_offsets;
    if (from > to || start + to > file.byteLength) throw new Error(`Tensor ${name} lies outside the safetensors file.`);
    tensors.set(name, { dtype: entry.dtype, shape: entry.shape, bytes: file.subarray(start + from, start + to) });
  }
  return tensors;
}
