import type { StoredBody } from './request-details';

/** Characters of each body that the server stores. */
const storedMax = 16_384;

/** What a credential is replaced with before a body is stored. */
const redactedMarks = ['[redacted]', '[secret removed]'];

/** Whether the end of a stored body is missing. */
export const isCut = (body: StoredBody, part: 'request' | 'response'): boolean =>
  body.isCut && (body[part]?.length ?? 0) >= storedMax;

/** Whether the stored request can be sent again as it was: it is whole, and no credential was removed from it. */
export const isRepeatable = (body: StoredBody): boolean => !isCut(body, 'request') && !isRedacted(body);

/** Whether a credential was removed from the stored request. */
export const isRedacted = ({ url, request }: StoredBody): boolean =>
  redactedMarks.some((mark) => url.includes(mark) || request?.includes(mark));
