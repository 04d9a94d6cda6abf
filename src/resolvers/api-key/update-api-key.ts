import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { ConflictError } from '../../errors.js';
import { transact } from '../../unit-of-work/transact.js';
import type { ApiKeyRow } from '../../stores/api-key-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readName } from '../shared/text-fields.js';
import { findOwnExpiry } from './api-key-access.js';
import { describeKey, readExpiry } from './create-api-key.js';
import { findChangeableApiKey, lockApiKey } from './get-api-key.js';

export interface ApiKeyChanges {
  readonly id: string;
  /** Absent or null: unchanged. */
  readonly label?: string | null | undefined;
  /** Absent: unchanged. Null: all projects of the owner. */
  readonly projectId?: string | null | undefined;
  /** Absent: unchanged. Null: never. */
  readonly expiresAt?: Date | null | undefined;
}

/**
 * Changes the label, project or expiry of one of the caller's keys, in every process at once. With a key as credential,
 * no key gets further than that key.
 * @throws NotFoundError, ForbiddenError, ValidationError; ConflictError for a revoked key
 */
export async function updateApiKey(ctx: AppContext, input: ApiKeyChanges): Promise<ApiKeyRow> {
  const latest = await findOwnExpiry(ctx);
  const check = collectFieldErrors();
  const label = input.label == null ? undefined : readName(check, 'label', input.label);
  const expiresAt = input.expiresAt === undefined ? undefined : readExpiry(ctx, check, { ...input, latest });
  check.throwIfAny();
  const found = await findChangeableApiKey(ctx, input);
  const bound = ctx.caller.key?.projectId ?? null;
  const projectId = input.projectId === undefined ? found.projectId : (input.projectId ?? bound);
  if (projectId !== null && projectId !== found.projectId) await enterProject(ctx, 'project:read', projectId);
  return transact(ctx, async (unit) => {
    const { stores, announce, audit } = unit;
    const before = await lockApiKey(ctx, unit, found);
    // Only what the caller names: another request may change the rest meanwhile.
    const changed = await stores.apiKeys.update(found.id, {
      ...(label !== undefined && { label }),
      ...(input.projectId !== undefined && { projectId }),
      ...(expiresAt !== undefined && { expiresAt }),
    });
    if (!changed) throw new ConflictError('This API key is revoked.');
    await announce('credentialChanged', { keyId: changed.id });
    const described = {
      before: { ...describeKey(before), projectId: before.projectId },
      after: { ...describeKey(changed), projectId: changed.projectId },
    };
    const row = { action: 'api_key.update', targetId: changed.id, ...described } as const;
    // The OWNERs of the former project learn from its own audit log that the key left it.
    if (before.projectId !== null && before.projectId !== changed.projectId) await audit({ ...row, place: before });
    await audit({ ...row, place: changed });
    return changed;
  });
}
