import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Sealer } from '../../auth/sealed.js';

/** Maximum size of a stored response, in compressed bytes. For larger ones, only the fact is stored. */
const keptAnswerMax = 1_048_576;
/** Limits decompression of a manipulated row. No response expands to more. */
const plainMax = 256 * keptAnswerMax;

const [compress, expand] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Serializes, compresses and encrypts a response. Returns null if it is too large or cannot be serialized. */
export async function sealAnswer(sealer: Sealer, answer: unknown): Promise<Buffer | null> {
  const plain = serialized(answer);
  if (!plain) return null;
  const compressed = await compress(plain);
  return compressed.length > keptAnswerMax ? null : sealer.seal(compressed.toString('base64'));
}

/** Reads a response of {@link sealAnswer}. @throws UnsealError if it was sealed with another key */
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
