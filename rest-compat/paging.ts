import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ValidationError } from '../src/errors.js';
import type { Page, PageArgs } from '../src/page.js';
import { invalidPage } from './errors.js';
import { queryNumber } from './fields.js';

/** Paging by number in the query. */
export const pageQuery = { page: queryNumber(), page_size: queryNumber() };

/** The page of a list that is paged by number. */
export interface NumberedPage {
  readonly page: number;
  readonly pageSize: number;
}

/** Reads paging by number: the first page, and `pageSize` results, unless the caller says otherwise. */
export function pageOf(given: { page?: number | null; page_size?: number | null }, pageSize = 100): NumberedPage {
  return { page: given.page ?? 1, pageSize: given.page_size ?? pageSize };
}

/** A page size under its older name. @throws ValidationError under `limit` */
export function readLimit(limit = 100): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 200) return limit;
  throw new ValidationError({ limit: ['It must be a whole number from 1 to 200.'] });
}

/** The envelope of a page. `next` and `previous` are absolute addresses. */
export function envelopeOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

/** Puts one page of results into its envelope. @throws the 404 of {@link invalidPage} for a page beyond the last one */
export function envelope<Item>(
  request: Pick<FastifyRequest, 'protocol' | 'host' | 'url'>,
  { page, pageSize }: NumberedPage,
  { results, total, hasNextPage = page * pageSize < total }: { results: Item[]; total: number; hasNextPage?: boolean },
) {
  if (page > 1 && results.length === 0) throw invalidPage();
  const address = (number: number): string => {
    const url = new URL(request.url, `${request.protocol}://${request.host || 'localhost'}`);
    url.searchParams.set('page', String(number));
    url.searchParams.set('page_size', String(pageSize));
    return url.href;
  };
  return {
    count: total,
    next: hasNextPage ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results,
  };
}

/** Every row of a list that is paged by cursor, for answers that are not paged. */
export async function everyRow<Row>(read: (page: PageArgs) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null | undefined = null; after !== undefined;) {
    const page: Page<Row> = await read({ first: 100, after });
    rows.push(...page.rows);
    after = page.hasNextPage ? page.cursors.at(-1) : undefined;
  }
  return rows;
}
