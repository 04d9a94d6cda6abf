/** Decodes the start of a response as storable text. Replaces invalid UTF-8 and NUL, drops a partial character. */
export function cutToUtf8(bytes: Uint8Array, max: number): string {
  const isCut = bytes.length > max;
  // With `stream`, the decoder drops an incomplete character at the end.
  return new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(0, max), { stream: isCut })
    .replaceAll('\0', '\uFFFD');
}
