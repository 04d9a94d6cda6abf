import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { publicOrigin } from '../../src/public-origin.js';
import { getContext } from '../shared/rest-scope.js';
import { createInvalidPageError } from './errors.js';
import { queryNumber } from './fields.js';

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

const maxPageSize = 200;

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

type PagedRequest = Pick<FastifyRequest, 'protocol' | 'host' | 'url'>;

/** Returns the absolute URL of another page: that of the request with these parameters. */
export function toPageUrl(request: PagedRequest, parameters: Readonly<Record<string, string | number>>): string {
  const url = new URL(publicOrigin(getContext(request).config, request) + request.url);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url.href;
}

/** Wraps a page of results with its count and links. @throws NotFoundError for a page after the last one */
export function toEnvelope<Item>(
  request: PagedRequest,
  { page, pageSize }: NumberedPage,
  { results, total, hasNextPage = page * pageSize < total }: { results: Item[]; total: number; hasNextPage?: boolean },
) {
  if (page > 1 && results.length === 0) throw createInvalidPageError();
  const address = (number: number): string => toPageUrl(request, { page: number, page_size: pageSize });
  return {
    count: total,
    next: hasNextPage ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results,
  };
}
