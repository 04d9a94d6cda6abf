import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { readProfileSchema } from '../../engine/profile-schema.js';
import { ValidationError } from '../../errors.js';
import type { ProfileSettingsRow } from '../../stores/profile/profile-store.js';
import { complaints } from '../../validate.js';
import { readText } from '../shared/text-fields.js';

/** Settings to change; what is undefined stays, null clears. */
export interface ProfileSettingsInput {
  readonly enabled?: boolean | null | undefined;
  /** JSON Schema of a user's profile. Every property needs a description. */
  readonly schema?: unknown;
  /** For a model. */
  readonly customInstructions?: string | null | undefined;
}

/** How profiles are made in a project. @throws what `authorize` throws */
export async function getProfileSettings(ctx: AppContext, input: { projectId: string }): Promise<ProfileSettingsRow> {
  return ctx.stores.profiles.settings(await enterProject(ctx, 'memory:read', input.projectId));
}

/** Changes how profiles are made; those that are made already stay until they are made anew. @throws ValidationError by field; what `authorize` throws */
export async function updateProfileSettings(
  ctx: AppContext,
  input: ProfileSettingsInput & { projectId: string },
): Promise<ProfileSettingsRow> {
  requireCaller(ctx);
  const check = complaints();
  const customInstructions = readText(check, 'customInstructions', input.customInstructions);
  if (input.enabled != null && typeof input.enabled !== 'boolean') check.add('enabled', 'It must be true or false.');
  check.settle();
  const schema = input.schema == null ? input.schema : readProfileSchema(input.schema);
  if (input.enabled === null) throw new ValidationError({ enabled: ['It must be true or false.'] });
  const scope = await enterProject(ctx, 'project:update', input.projectId);
  await ctx.stores.profiles.saveSettings(scope, { enabled: input.enabled, schema, customInstructions }, ctx.now());
  return ctx.stores.profiles.settings(scope);
}
