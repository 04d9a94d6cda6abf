import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ForbiddenError, orNotFound } from '../../errors.js';
import type { UserRow } from '../../stores/user-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readEmail, readName } from '../shared/text-fields.js';
import { enterProject } from '../../auth/enter-project.js';
import { requireOwnAccount } from './require-user.js';
import { getMe } from './get-me.js';
import { refuseTakenEmail } from './refuse-taken-email.js';

/** Changes of the caller's account. Undefined and blank keep a value. */
export interface ProfileInput {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** Project of requests without a project id. The caller must be able to see it. */
  readonly defaultProjectId?: string | null | undefined;
}

/**
 * Changes the caller's name, email address or default project.
 * @throws NotFoundError for a hidden project; ForbiddenError for bound and read-only keys, and for a new email without `EMAIL_CHANGE_ALLOWED`
 * @throws ConflictError for a used email; RateLimitedError (by user) for a new email; ValidationError
 */
export async function updateViewer(ctx: AppContext, input: ProfileInput): Promise<UserRow> {
  const { id, email: former } = requireOwnAccount(ctx);
  const check = collectFieldErrors();
  const name = input.name?.trim() ? readName(check, 'name', input.name) : undefined;
  const email = input.email?.trim() ? readEmail(check, input.email) : undefined;
  check.throwIfAny();
  if (email !== undefined && email !== former && !ctx.config.auth.emailChangeAllowed && !ctx.caller.isAdmin)
    throw new ForbiddenError('Users of this server cannot change their email address. Ask an admin.');
  const defaultProjectId = await findDefaultProject(ctx, input);
  if (name === undefined && email === undefined && defaultProjectId === undefined) return getMe(ctx);
  // The documented 409 reveals that an address has an account, and a success that it has none.
  if (email !== undefined && email !== former) await ctx.authRateLimiter.take('changeEmail', id);
  return transact(ctx, async ({ stores, announce, audit }) => {
    const before = await stores.users.lock(id);
    const updated = orNotFound(await stores.users.update(id, { name, email, defaultProjectId }, ctx.now()), 'User');
    // Makes every process reload the owner's name that it caches with keys.
    await announce('credentialChanged', { userId: id });
    const after = defaultProjectId === undefined ? toAudited(updated) : { ...toAudited(updated), defaultProjectId };
    await audit({ action: 'user.update', targetId: id, before: toAudited(before), after });
    return updated;
  }).catch(refuseTakenEmail);
}

function toAudited(user: UserRow | null): object | null {
  return user && { name: user.name, email: user.email };
}

async function findDefaultProject(ctx: AppContext, { defaultProjectId }: ProfileInput): Promise<string | undefined> {
  if (defaultProjectId == null) return undefined;
  return (await enterProject(ctx, 'project:read', defaultProjectId)).projectId;
}
