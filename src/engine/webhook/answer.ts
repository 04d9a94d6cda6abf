/** The first bytes of an answer as text that can be stored: what is no UTF-8, and NUL, is replaced; a character cut in half is left out. */
export function cutToUtf8(bytes: Uint8Array, max: number): string {
  const isCut = bytes.length > max;
  // A decoder that expects more leaves out an unfinished character at the end.
  return new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(0, max), { stream: isCut })
    .replaceAll('\0', '\uFFFD');
}
