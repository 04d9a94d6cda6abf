import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { readProfileSchema } from '@memory-gateway/memory-engine';
import { ValidationError } from '../../errors.js';
import type { ProfileSettingsRow } from '../../stores/profile/profile-store.js';
import { collectFieldErrors, readInput } from '../../validate.js';
import { readText } from '../shared/text-fields.js';

/** Changes of the settings. Undefined keeps a value, null clears it. */
export interface ProfileSettingsInput {
  readonly enabled?: boolean | null | undefined;
  /** JSON Schema of a user's profile. Every property needs a description. */
  readonly schema?: unknown;
  /** Instructions for the language model. */
  readonly customInstructions?: string | null | undefined;
}

export async function getProfileSettings(ctx: AppContext, input: { projectId: string }): Promise<ProfileSettingsRow> {
  return ctx.stores.profiles.getSettings(await enterProject(ctx, 'memory:read', input.projectId));
}

/** Updates the profile settings. Existing profiles stay until the next generation. @throws ValidationError by field */
export async function updateProfileSettings(
  ctx: AppContext,
  input: ProfileSettingsInput & { projectId: string },
): Promise<ProfileSettingsRow> {
  requireCaller(ctx);
  const check = collectFieldErrors();
  const customInstructions = readText(check, 'customInstructions', input.customInstructions);
  if (input.enabled != null && typeof input.enabled !== 'boolean') check.add('enabled', 'must be true or false.');
  check.throwIfAny();
  const schema = input.schema == null ? input.schema : readInput(() => readProfileSchema(input.schema));
  if (input.enabled === null) throw new ValidationError({ enabled: ['must be true or false.'] });
  const scope = await enterProject(ctx, 'project:update', input.projectId);
  const changes = { enabled: input.enabled, schema, customInstructions };
  return transact(ctx, async ({ stores, audit }) => {
    await stores.projects.lock(scope);
    const before = await stores.profiles.getSettings(scope);
    await stores.profiles.saveSettings(scope, changes, ctx.now());
    const after = await stores.profiles.getSettings(scope);
    await audit({ action: 'profile_settings.update', targetId: scope.projectId, place: scope, before, after });
    return after;
  });
}
