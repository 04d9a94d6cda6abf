import type { Page, PageArgs } from '../../src/page.js';

type ReadPage<Row> = (page: PageArgs) => Promise<Page<Row>>;

/** Reads at most `limit` rows of a cursor list, page by page. @returns the rows, and the cursor to go on from if there are more */
export async function readRows<Row>(
  read: ReadPage<Row>,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ rows: Row[]; next: string | undefined }> {
  const rows: Row[] = [];
  let next = after;
  while (rows.length < limit) {
    const page = await read({ first: Math.min(100, limit - rows.length), after: next });
    rows.push(...page.rows);
    next = page.hasNextPage ? page.cursors.at(-1) : undefined;
    if (next === undefined) break;
  }
  return { rows, next };
}

/** Reads all pages of a cursor list, for responses without paging. */
export async function readEveryRow<Row>(read: ReadPage<Row>): Promise<Row[]> {
  return (await readRows(read, { limit: Infinity })).rows;
}
