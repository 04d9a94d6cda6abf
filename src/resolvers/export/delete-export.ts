import { transact, type AppContext } from '../../context.js';
import { notFound } from '../../errors.js';
import { authorizeExport } from './get-export.js';

/** Removes an export with its content; one that is being written stops. @throws NotFoundError, ForbiddenError; ValidationError for what is no UUID */
export async function deleteExport(
  ctx: AppContext,
  input: { id: string; projectId?: string | undefined },
): Promise<void> {
  const scope = await authorizeExport(ctx, 'export:write', input);
  await transact(ctx, async ({ stores, announce, audit }) => {
    if (!(await stores.exports.delete(scope, input.id))) throw notFound('Export');
    await audit({ action: 'export.delete', targetId: input.id, place: scope });
    const at = ctx.now();
    const event = await stores.events.get(scope, input.id);
    if (event?.status !== 'PENDING' && event?.status !== 'RUNNING') return;
    await stores.events.cancel(scope, input.id, { at, error: 'The export was deleted before it was complete.' });
    await announce('eventChanged', { projectId: scope.projectId, eventId: input.id });
  });
}
