import { createHash } from 'node:crypto';
import type { ProviderRequest } from './server.js';

/** What a model writes by itself: every message as one fact, where messages are given to extract facts from; else a word that it works. */
export function defaultAnswer({ prompt }: ProviderRequest): string {
  const at = prompt.indexOf('Messages:\n');
  if (at < 0) return JSON.stringify({ ok: true });
  const messages = JSON.parse(prompt.slice(at + 'Messages:\n'.length)) as { message: number; content: string }[];
  return JSON.stringify({ facts: messages.map(({ message, content }) => ({ text: `Noted: ${content}`, message })) });
}

/** A vector in which texts that share words are near each other. */
export function wordVector(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['-']) {
    const digest = createHash('sha256').update(word).digest();
    // Three places for each word, so that a collision of one does not make two words the same.
    for (const offset of [0, 8, 16]) {
      const place = digest.readUInt32LE(offset) % dimension;
      vector[place] = (vector[place] ?? 0) + ((digest[offset + 4] ?? 0) % 2 === 0 ? 1 : -1);
    }
  }
  return vector;
}
