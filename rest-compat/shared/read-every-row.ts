import type { Page, PageArgs } from '../../src/page.js';

/** Reads all pages of a cursor list, for responses without paging. */
export async function readEveryRow<Row>(read: (page: PageArgs) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null | undefined = null; after !== undefined;) {
    const page: Page<Row> = await read({ first: 100, after });
    rows.push(...page.rows);
    after = page.hasNextPage ? page.cursors.at(-1) : undefined;
  }
  return rows;
}
