import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { createInvalidPageError } from './errors.js';
import { queryNumber } from './fields.js';

/** Paging by number in the query. */
export const pageQuery = { page: queryNumber(), page_size: queryNumber() };

export interface NumberedPage {
  readonly page: number;
  readonly pageSize: number;
}

/** Reads paging by number: the first page, and `pageSize` results, unless the caller says otherwise. */
export function toPageRequest(
  given: { page?: number | null; page_size?: number | null },
  pageSize = 100,
): NumberedPage {
  return { page: given.page ?? 1, pageSize: given.page_size ?? pageSize };
}

/** The largest page. */
export const maxPageSize = 200;

/** Reads a page size under its older name. @throws ValidationError under `limit` */
export function readLimit(limit = 100): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxPageSize) return limit;
  throw new ValidationError({ limit: ['It must be a whole number from 1 to 200.'] });
}

/** The toEnvelope of a page. `next` and `previous` are absolute addresses. */
export function createEnvelopeSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

/** Puts one page of results into its toEnvelope. @throws the 404 of {@link createInvalidPageError} for a page beyond the last one */
export function toEnvelope<Item>(
  request: Pick<FastifyRequest, 'protocol' | 'host' | 'url'>,
  { page, pageSize }: NumberedPage,
  { results, total, hasNextPage = page * pageSize < total }: { results: Item[]; total: number; hasNextPage?: boolean },
) {
  if (page > 1 && results.length === 0) throw createInvalidPageError();
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
