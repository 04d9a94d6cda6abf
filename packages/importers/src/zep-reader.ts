import { toObject, toText, withMetadata, type ForeignReader, type ForeignRecord } from './foreign-memory.js';

const lists = new Set(['edges', 'facts', 'relevant_facts', 'results']);

/** Facts of Zep and Graphiti: edges with `fact`, `valid_at` and `invalid_at`. */
export const zepReader: ForeignReader = {
  format: 'zep',
  product: 'Zep and Graphiti',
  start: () => (element) => (element.key === null || lists.has(element.key) ? [toRecord(element.value)] : []),
};

function toRecord(value: unknown): ForeignRecord {
  const record = toObject(value);
  const id = toText(record?.['uuid']) ?? toText(record?.['uuid_']);
  const text = toText(record?.['fact']);
  if (!record || text === null) return { id, leftOut: 'The record has no fact.' };
  const invalidAt = toText(record['invalid_at']) ?? toText(record['expired_at']);
  return {
    id,
    text,
    userId: toText(record['user_id']) ?? toText(record['group_id']) ?? toText(record['graph_id']),
    metadata: withMetadata(record['attributes'], {
      name: toText(record['name']),
      valid_at: toText(record['valid_at']),
      invalid_at: toText(record['invalid_at']),
      expired_at: toText(record['expired_at']),
      source_node_uuid: toText(record['source_node_uuid']),
      target_node_uuid: toText(record['target_node_uuid']),
    }),
    createdAt: record['created_at'],
    eventDate: record['valid_at'],
    // An invalidated fact is hidden like an expired memory; reads that include expired memories return it.
    expirationDate: invalidAt?.slice(0, 10) ?? null,
  };
}
