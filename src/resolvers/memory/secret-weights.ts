import { inflateRawSync } from 'node:zlib';
import type { SecretWeights } from '@memory-gateway/memory-engine';
import { LEARNED_SECRETS } from './learned-secrets.js';

let stored: SecretWeights | undefined;

/** Returns what `bench/learn-secrets.ts` learned of secrets. */
export function readSecretWeights(): SecretWeights {
  const { scale, bytes } = LEARNED_SECRETS;
  stored ??= { scale, weights: new Int8Array(inflateRawSync(Buffer.from(bytes, 'base64'))) };
  return stored;
}
