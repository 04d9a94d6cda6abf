import type { LogStreamFormat } from './log-record.js';

/** Elastic's status for an existing document: a repeat. */
const conflict = 409;

/** Returns why a batch was not stored (Elastic lists rejects in a 200), or null. Quotes no text of the receiver. */
export function findBatchError(format: LogStreamFormat, status: number, body: string): string | null {
  if (status < 200 || status >= 300) return `The endpoint responded with status ${status}.`;
  if (format !== 'ELASTIC_BULK') return null;
  const items = readItems(body);
  if (items === null) return 'The endpoint did not respond like the bulk API of Elasticsearch.';
  const refused = items.find((itemStatus) => itemStatus >= 300 && itemStatus !== conflict);
  return refused === undefined ? null : `The endpoint refused a document with status ${refused}.`;
}

/** Returns the status of each item, or null if the body is not a response of the bulk API. */
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
