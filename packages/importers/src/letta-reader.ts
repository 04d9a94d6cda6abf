import { toObject, toText, withMetadata, type ForeignReader, type ForeignRecord } from './foreign-memory.js';

const lists = new Set(['passages', 'archival_memory', 'results', 'data']);

/** Archival memory of Letta: passages from the API or from its export script. */
export const lettaReader: ForeignReader = {
  format: 'letta',
  product: 'Letta',
  start: () => (element) => (element.key === null || lists.has(element.key) ? [toRecord(element.value)] : []),
};

function toRecord(value: unknown): ForeignRecord {
  const record = toObject(value);
  const id = toText(record?.['id']);
  const text = toText(record?.['text']) ?? toText(record?.['content']);
  if (!record || text === null) return { id, leftOut: 'The record has no text.' };
  if (record['is_deleted'] === true) return { id, leftOut: 'The record was deleted.' };
  const tags = Array.isArray(record['tags']) && record['tags'].length > 0 ? record['tags'] : null;
  return {
    id,
    text,
    agentId: toText(record['agent_id']),
    metadata: withMetadata(record['metadata'], {
      tags,
      archive_id: toText(record['archive_id']),
      source_id: toText(record['source_id']),
      file_name: toText(record['file_name']),
    }),
    createdAt: record['created_at'],
    updatedAt: record['updated_at'],
  };
}
