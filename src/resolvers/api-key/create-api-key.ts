import { enterProject } from '../../auth/enter-project.js';
import { mintApiKey, type MintedKey } from '@memory-gateway/credentials';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ForbiddenError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { ApiKeyRow, NewApiKey } from '../../stores/api-key-store.js';
import { collectFieldErrors, type FieldErrorCollector } from '../../validate.js';
import { readName } from '../shared/text-fields.js';
import { findOwnExpiry, requireOwner } from './api-key-access.js';

/** A new API key. `secret` is returned only here and cannot be read again. */
export interface CreatedApiKey {
  readonly key: ApiKeyRow;
  readonly secret: string;
}

export interface ApiKeyInput {
  readonly label: string;
  /** Restricts the key to one project. Default: the project of the caller's own key, or no restriction. */
  readonly projectId?: string | null;
  readonly readOnly?: boolean | null;
  /** Default: the expiry of the caller's own key, or never. */
  readonly expiresAt?: Date | null;
}

/**
 * Creates an API key for the caller. A key cannot create one that reaches further: same project, no later expiry.
 * @throws ForbiddenError for read-only keys, and for the admin key before the first admin exists
 * @throws NotFoundError for a hidden project; ValidationError
 */
export async function createApiKey(ctx: AppContext, input: ApiKeyInput): Promise<CreatedApiKey> {
  const owner = requireOwner(ctx);
  const { key: own } = ctx.caller;
  if (own?.readOnly) throw new ForbiddenError('This API key is read-only.');
  const projectId = input.projectId ?? own?.projectId ?? null;
  const ownExpiry = await findOwnExpiry(ctx);
  const values = { ...readInput(ctx, input, ownExpiry), projectId, createdBy: owner.id };
  if (projectId !== null) await enterProject(ctx, 'project:read', projectId);
  const minted = await mintApiKey();
  return transact(ctx, async (unit) => {
    const key = await unit.stores.apiKeys.insert(newKey(minted, { ...values, now: ctx.now() }));
    await unit.audit({ action: 'api_key.create', targetId: key.id, place: { projectId }, after: describeKey(key) });
    return { key, secret: minted.secret };
  });
}

/** Returns the fields of a key that the audit log records. */
export function describeKey({ label, keyPrefix, createdBy, readOnly, expiresAt, revokedAt }: ApiKeyRow): object {
  return { label, keyPrefix, createdBy, readOnly, expiresAt, revokedAt };
}

/** Creates the row of a minted key. */
export function newKey(
  minted: MintedKey,
  values: Pick<NewApiKey, 'label' | 'createdBy' | 'projectId' | 'readOnly' | 'expiresAt' | 'now'>,
): NewApiKey {
  return { ...values, id: newId(), keyPrefix: minted.prefix, keyHash: minted.hash, keyDigest: minted.digest };
}

function readInput(
  ctx: AppContext,
  input: ApiKeyInput,
  latest: Date | null,
): Pick<NewApiKey, 'label' | 'readOnly' | 'expiresAt'> {
  const check = collectFieldErrors();
  const label = readName(check, 'label', input.label);
  const expiresAt = readExpiry(ctx, check, { ...input, latest });
  if (input.readOnly != null && typeof input.readOnly !== 'boolean') check.add('readOnly', 'must be true or false.');
  check.throwIfAny();
  return { label, readOnly: input.readOnly === true, expiresAt };
}

/** Reads the expiry of a key. Without one it is `latest`, the expiry of the caller's own key. */
export function readExpiry(
  { now }: AppContext,
  check: FieldErrorCollector,
  { expiresAt, latest }: { expiresAt?: Date | null | undefined; latest: Date | null },
): Date | null {
  if (!expiresAt) return latest;
  const time = expiresAt.getTime();
  // Postgres drivers cannot parse years of more than four digits.
  if (!(time > now().getTime() && time < Date.UTC(9999, 0))) check.add('expiresAt', 'must be a time in the future.');
  else if (latest && expiresAt > latest)
    check.add('expiresAt', 'may not be later than the expiry of the API key in use.');
  return expiresAt;
}
