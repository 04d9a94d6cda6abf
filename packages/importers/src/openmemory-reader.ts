import { toObject, toText, withMetadata, type ForeignReader, type ForeignRecord } from './foreign-memory.js';

/** `memories.json` of an OpenMemory export (user, apps and memories), or its `memories.jsonl.gz`. */
export const openMemoryReader: ForeignReader = {
  format: 'openmemory',
  product: 'OpenMemory',
  start() {
    const names = new Map<string, string>();
    let userId: string | null = null;
    return ({ key, value }) => {
      const record = toObject(value);
      // The export writes the user and the name lists before the memories.
      if (key === 'user') userId = toText(record?.['user_id']);
      if (key === 'apps' || key === 'categories') {
        const [id, name] = [toText(record?.['id']), toText(record?.['name'])];
        if (id !== null && name !== null) names.set(id, name);
      }
      return key === null || key === 'memories' ? [toRecord(record, { names, userId })] : [];
    };
  },
};

interface Known {
  readonly names: ReadonlyMap<string, string>;
  readonly userId: string | null;
}

function toRecord(record: Readonly<Record<string, unknown>> | null, { names, userId }: Known): ForeignRecord {
  const id = toText(record?.['id']);
  const text = toText(record?.['content']);
  if (!record || text === null) return { id, leftOut: 'The record has no text.' };
  const state = toText(record['state']) ?? 'active';
  if (state === 'deleted') return { id, leftOut: 'The record was deleted.' };
  const app = toText(record['app']) ?? names.get(toText(record['app_id']) ?? '') ?? null;
  const ids = Array.isArray(record['category_ids'])
    ? record['category_ids'].map((each) => names.get(String(each)))
    : null;
  const categories = Array.isArray(record['categories']) ? record['categories'] : ids;
  return {
    id,
    text,
    userId,
    appId: app,
    metadata: withMetadata(record['metadata'], {
      imported_categories: categories && categories.length > 0 ? categories : null,
      state: state === 'active' ? null : state,
    }),
    createdAt: record['created_at'],
    updatedAt: record['updated_at'],
  };
}
