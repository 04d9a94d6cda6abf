import type { AppContext } from '../../context.js';
import type { ProjectScope } from '../../auth/scope.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { notFound } from '../../errors.js';
import { authorizeExport } from './get-export.js';

/** Deletes an export, or stops one in progress. @throws NotFoundError, ForbiddenError, ValidationError */
export async function deleteExport(
  ctx: AppContext,
  input: { id: string; projectId?: string | undefined },
): Promise<void> {
  const scope = await authorizeExport(ctx, 'export:write', input);
  await transact(ctx, async ({ stores, audit }) => {
    if (!(await stores.exports.delete(scope, input.id))) throw notFound('Export');
    await audit({ action: 'export.delete', targetId: input.id, place: scope });
    await endEvent(stores, scope, { id: input.id, at: ctx.now() });
  });
}

/** Ends the event of an export that is deleted before it is complete. */
export async function endEvent(
  { events }: UnitOfWork['stores'],
  scope: ProjectScope,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  const event = await events.get(scope, id);
  if (event?.status !== 'PENDING' && event?.status !== 'RUNNING') return;
  await events.cancel(scope, id, { at, error: 'The export was deleted before it was complete.' });
}
