import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
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
    const at = ctx.now();
    const event = await stores.events.get(scope, input.id);
    if (event?.status !== 'PENDING' && event?.status !== 'RUNNING') return;
    await stores.events.cancel(scope, input.id, { at, error: 'The export was deleted before it was complete.' });
  });
}
