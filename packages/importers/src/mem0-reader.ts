import { toObject, toText, withMetadata, type ForeignReader, type ForeignRecord } from './foreign-memory.js';

const lists = new Set(['results', 'memories', 'items']);

/** Lists and exports of the hosted mem0 API: objects with `memory`, owners, `metadata`, `categories` and times. */
export const mem0Reader: ForeignReader = {
  format: 'mem0',
  product: 'mem0',
  start: () => (element) => (element.key === null || lists.has(element.key) ? [toRecord(element.value)] : []),
};

function toRecord(value: unknown): ForeignRecord {
  const record = toObject(value);
  const id = toText(record?.['id']);
  const text = toText(record?.['memory']) ?? toText(record?.['data']) ?? toText(record?.['text']);
  if (!record || text === null) return { id, leftOut: 'The record has no text.' };
  const { categories } = record;
  return {
    id,
    text,
    userId: toText(record['user_id']),
    agentId: toText(record['agent_id']),
    appId: toText(record['app_id']),
    runId: toText(record['run_id']) ?? toText(record['session_id']),
    metadata: withMetadata(record['metadata'], {
      imported_categories: Array.isArray(categories) && categories.length > 0 ? categories : null,
    }),
    createdAt: record['created_at'],
    updatedAt: record['updated_at'],
    expirationDate: toText(record['expiration_date']),
    role: toText(record['role']),
  };
}
