import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { createInvalidPageError } from './errors.js';
import { queryNumber } from './fields.js';

/** Page number and size in the query. */
export const pageQuery = { page: queryNumber(), page_size: queryNumber() };

export interface NumberedPage {
  readonly page: number;
  readonly pageSize: number;
}

/** Returns the requested page, by default the first with `pageSize` results. */
export function toPageRequest(
  given: { page?: number | null; page_size?: number | null },
  pageSize = 100,
): NumberedPage {
  return { page: given.page ?? 1, pageSize: given.page_size ?? pageSize };
}

export const maxPageSize = 200;

/** Validates a page size given as `limit`. @throws ValidationError */
export function readLimit(limit = 100): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxPageSize) return limit;
  throw new ValidationError({ limit: ['must be a whole number from 1 to 200.'] });
}

/** Returns the schema of a page with `count` and absolute `next` and `previous` URLs. */
export function createEnvelopeSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

/** Wraps a page of results with its count and links. @throws NotFoundError for a page after the last one */
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
