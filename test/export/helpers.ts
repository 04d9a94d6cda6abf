import { exportContent } from '../../src/resolvers/export/export-content.js';
import { getExport } from '../../src/resolvers/export/get-export.js';
import type { AppContext } from '../../src/context.js';

/** Returns the whole content of an export. */
export async function contentOf(ctx: AppContext, id: string): Promise<string> {
  const { pieces } = await exportContent(ctx, await getExport(ctx, { id }));
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(piece);
  return texts.join('');
}
