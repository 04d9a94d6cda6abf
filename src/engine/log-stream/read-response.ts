import type { LogStreamFormat } from './log-record.js';

/** Status of an Elastic item whose document exists: a repeat. */
const conflict = 409;

/**
 * Returns why a receiver did not store a batch; null when it did. Elastic returns 200 and names the documents that it refused. Text of the
 * receiver is not part of the result.
 */
export function findBatchError(format: LogStreamFormat, status: number, body: string): string | null {
  if (status < 200 || status >= 300) return `The endpoint responded with status ${status}.`;
  if (format !== 'ELASTIC_BULK') return null;
  const items = readItems(body);
  if (items === null) return 'The endpoint did not respond like the bulk API of Elasticsearch.';
  const refused = items.find((itemStatus) => itemStatus >= 300 && itemStatus !== conflict);
  return refused === undefined ? null : `The endpoint refused a document with status ${refused}.`;
}

/** Reads the status of each item; null if the body is no response of the bulk API. */
function readItems(body: string): number[] | null {
  try {
    const { errors, items } = JSON.parse(body) as { errors?: unknown; items?: unknown };
    if (errors === false) return [];
    if (!Array.isArray(items)) return null;
    return items.map((item: { create?: { status?: unknown } }) => Number(item.create?.status ?? 500));
  } catch {
    return null;
  }
}
