import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Sealer } from '../../auth/sealed.js';

/** Larger answers are not kept, only that there was one. In bytes, compressed. */
export const keptAnswerMax = 1_048_576;
/** No answer is made of more; protects the reader of a foreign row. */
const plainMax = 256 * keptAnswerMax;

const [compress, expand] = [promisify(deflateRaw), promisify(inflateRaw)];

/** An answer as it is kept: with dates and bytes as they are, compressed and sealed. Null: it is too large, or nothing that can be kept. */
export async function sealAnswer(sealer: Sealer, answer: unknown): Promise<Buffer | null> {
  const plain = serialized(answer);
  if (!plain) return null;
  const compressed = await compress(plain);
  return compressed.length > keptAnswerMax ? null : sealer.seal(compressed.toString('base64'));
}

/** @throws UnsealError when it was sealed with another key */
export async function openAnswer(sealer: Sealer, sealed: Uint8Array): Promise<unknown> {
  const compressed = Buffer.from(await sealer.open(sealed), 'base64');
  return deserialize(await expand(compressed, { maxOutputLength: plainMax })) as unknown;
}

function serialized(answer: unknown): Buffer | null {
  try {
    return serialize(answer);
  } catch {
    return null;
  }
}
