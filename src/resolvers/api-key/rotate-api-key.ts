import { mintApiKey } from '@memory-gateway/credentials';
import type { AppContext } from '../../context.js';
import { ConflictError, ValidationError } from '../../errors.js';
import { transact } from '../../unit-of-work/transact.js';
import type { ApiKeyRow } from '../../stores/api-key-store.js';
import { findOwnExpiry } from './api-key-access.js';
import { describeKey, newKey, type CreatedApiKey } from './create-api-key.js';
import { findChangeableApiKey, lockApiKey } from './get-api-key.js';

const daySeconds = 86_400;
const longestOverlap = 30 * daySeconds;

/** A new key in place of another one. */
export interface RotatedApiKey extends CreatedApiKey {
  /** The key that was rotated, which works until it expires. */
  readonly previous: ApiKeyRow;
}

/**
 * Replaces one of the caller's keys: creates a key with the same label, project, permissions and length of life, and lets the old key
 * expire after the overlap, or at its earlier expiry. Without an overlap the old key is revoked.
 * @throws NotFoundError, ForbiddenError, ValidationError; ConflictError for a revoked key
 */
export async function rotateApiKey(
  ctx: AppContext,
  input: { id: string; overlapSeconds?: number | null | undefined },
): Promise<RotatedApiKey> {
  const overlapSeconds = input.overlapSeconds ?? daySeconds;
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > longestOverlap)
    throw new ValidationError({ overlapSeconds: [`must be a whole number from 0 to ${longestOverlap}.`] });
  const found = await findChangeableApiKey(ctx, input);
  const latest = await findOwnExpiry(ctx);
  const minted = await mintApiKey();
  return transact(ctx, async (unit) => {
    const { stores, announce, audit } = unit;
    const before = await lockApiKey(ctx, unit, found);
    const now = ctx.now();
    const end = new Date(now.getTime() + overlapSeconds * 1_000);
    const previous =
      overlapSeconds === 0
        ? await stores.apiKeys.revoke(found.id, now)
        : await stores.apiKeys.update(found.id, { expiresAt: earliest(before.expiresAt, end) }, found);
    if (!previous) throw new ConflictError('This API key was revoked or rotated meanwhile.');
    const { label, projectId, readOnly, createdBy } = before;
    const expiresAt = toExpiry(ctx, before, latest);
    const key = await stores.apiKeys.insert(newKey(minted, { label, projectId, readOnly, createdBy, expiresAt, now }));
    await announce('credentialChanged', { keyId: previous.id });
    const described = { before: describeKey(before), after: { ...describeKey(previous), replacedBy: key.id } };
    const action = overlapSeconds === 0 ? 'api_key.revoke' : 'api_key.rotate';
    await audit({ action, targetId: before.id, place: before, ...described });
    await audit({ action: 'api_key.create', targetId: key.id, place: { projectId }, after: describeKey(key) });
    return { key, secret: minted.secret, previous };
  });
}

const earliest = (one: Date | null, other: Date): Date => (one !== null && one < other ? one : other);

/** Returns the expiry of the new key: after as long as the old one was to live, and not later than the caller's own key. */
function toExpiry(ctx: AppContext, { createdAt, expiresAt }: ApiKeyRow, latest: Date | null): Date | null {
  if (expiresAt === null) return latest;
  const ends = new Date(ctx.now().getTime() + expiresAt.getTime() - createdAt.getTime());
  return latest === null ? ends : earliest(latest, ends);
}
