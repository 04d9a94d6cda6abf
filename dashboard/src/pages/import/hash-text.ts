/** Hashes a text (64-bit FNV-1a). */
export function hashText(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}

/** Names a file by its content: two quick 32-bit hashes and the length. Pages without TLS have no other digest. */
export function toUploadKey(texts: readonly string[]): string {
  let [first, second, length] = [0xdeadbeef, 0x41c6ce57, 0];
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      first = Math.imul(first ^ text.charCodeAt(at), 2_654_435_761);
      second = Math.imul(second ^ text.charCodeAt(at), 1_597_334_677);
    }
    length += text.length + 1;
  }
  return [first >>> 0, second >>> 0, length].map((number) => number.toString(16)).join('-');
}
