import { createHash } from 'node:crypto';
import type { ProviderRequest } from './server.js';

/** Default response of a model: every message as one fact if the prompt contains messages, else `{"ok": true}`. */
export function defaultAnswer({ prompt }: ProviderRequest): string {
  const at = prompt.indexOf('Messages:\n');
  if (at < 0) return JSON.stringify({ ok: true });
  const messages = JSON.parse(prompt.slice(at + 'Messages:\n'.length)) as { message: number; content: string }[];
  return JSON.stringify({ facts: messages.map(({ message, content }) => ({ text: `Noted: ${content}`, message })) });
}

/** Returns a vector that is near those of texts with the same words. */
export function wordVector(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['-']) {
    const digest = createHash('sha256').update(word).digest();
    // Three positions per word, so that one collision does not make two words equal.
    for (const offset of [0, 8, 16]) {
      const place = digest.readUInt32LE(offset) % dimension;
      vector[place] = (vector[place] ?? 0) + ((digest[offset + 4] ?? 0) % 2 === 0 ? 1 : -1);
    }
  }
  return vector;
}
