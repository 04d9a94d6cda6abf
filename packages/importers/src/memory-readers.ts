import {
  createReader,
  toList,
  toObject,
  toOwner,
  toText,
  withMetadata,
  type ForeignReader,
  type ForeignRecord,
  type JsonObject,
} from './foreign-memory.js';

/** Lists and exports of the hosted mem0 API: objects with `memory`, owners, `metadata`, `categories` and times. */
export const mem0Reader: ForeignReader = createReader(
  (record) => {
    const id = toText(record?.['id']);
    const text = toText(record?.['memory']) ?? toText(record?.['data']) ?? toText(record?.['text']);
    if (!record || text === null) return { id, leftOut: 'The record has no text.' };
    return {
      id,
      text,
      userId: toOwner(record['user_id']),
      agentId: toOwner(record['agent_id']),
      appId: toOwner(record['app_id']),
      runId: toOwner(record['run_id']) ?? toOwner(record['session_id']),
      metadata: withMetadata(record['metadata'], { imported_categories: toList(record['categories']) }),
      createdAt: record['created_at'],
      updatedAt: record['updated_at'],
      expirationDate: toText(record['expiration_date']),
      role: toText(record['role']),
    };
  },
  ['results', 'memories', 'items'],
);

/** Facts of Zep and Graphiti: edges with `fact`, `valid_at` and `invalid_at`. */
export const zepReader: ForeignReader = createReader(
  (record) => {
    const id = toText(record?.['uuid']) ?? toText(record?.['uuid_']);
    const text = toText(record?.['fact']);
    if (!record || text === null) return { id, leftOut: 'The record has no fact.' };
    const invalidAt = toText(record['invalid_at']) ?? toText(record['expired_at']);
    const names = ['name', 'valid_at', 'invalid_at', 'expired_at', 'source_node_uuid', 'target_node_uuid'];
    return {
      id,
      text,
      userId: toOwner(record['user_id']) ?? toOwner(record['group_id']) ?? toOwner(record['graph_id']),
      metadata: withMetadata(record['attributes'], pickTexts(record, names)),
      createdAt: record['created_at'],
      eventDate: record['valid_at'],
      // An invalidated fact is hidden like an expired memory; reads that include expired memories return it.
      expirationDate: invalidAt?.slice(0, 10) ?? null,
    };
  },
  ['edges', 'facts', 'relevant_facts', 'results'],
);

/** Archival memory of Letta: passages from the API or from its export script. */
export const lettaReader: ForeignReader = createReader(
  (record) => {
    const id = toText(record?.['id']);
    const text = toText(record?.['text']) ?? toText(record?.['content']);
    if (!record || text === null) return { id, leftOut: 'The record has no text.' };
    if (record['is_deleted'] === true) return { id, leftOut: 'The record was deleted.' };
    return {
      id,
      text,
      agentId: toOwner(record['agent_id']),
      metadata: withMetadata(record['metadata'], {
        tags: toList(record['tags']),
        ...pickTexts(record, ['archive_id', 'source_id', 'file_name']),
      }),
      createdAt: record['created_at'],
      updatedAt: record['updated_at'],
    };
  },
  ['passages', 'archival_memory', 'results', 'data'],
);

const pickTexts = (record: JsonObject, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, toText(record[name])]));

/** `memories.json` of an OpenMemory export (user, apps and memories), or its `memories.jsonl.gz`. */
export const openMemoryReader: ForeignReader = {
  start() {
    const names = new Map<string, string>();
    let userId: string | null = null;
    return ({ key, value }) => {
      const record = toObject(value);
      // The export writes the user and the name lists before the memories.
      if (key === 'user') userId = toOwner(record?.['user_id']);
      if (key === 'apps' || key === 'categories') {
        const [id, name] = [toText(record?.['id']), toText(record?.['name'])];
        if (id !== null && name !== null) names.set(id, name);
      }
      if (key === null || key === 'memories') return [toOpenMemory(record, { names, userId })];
      return ['user', 'apps', 'categories'].includes(key) ? [] : null;
    };
  },
};

function toOpenMemory(
  record: JsonObject | null,
  { names, userId }: { readonly names: ReadonlyMap<string, string>; readonly userId: string | null },
): ForeignRecord {
  const id = toText(record?.['id']);
  const text = toText(record?.['content']);
  if (!record || text === null) return { id, leftOut: 'The record has no text.' };
  const state = toText(record['state']) ?? 'active';
  if (state === 'deleted') return { id, leftOut: 'The record was deleted.' };
  const ids = Array.isArray(record['category_ids'])
    ? record['category_ids'].map((each) => names.get(toText(each) ?? ''))
    : null;
  return {
    id,
    text,
    userId,
    appId: toOwner(record['app']) ?? names.get(toText(record['app_id']) ?? '') ?? null,
    metadata: withMetadata(record['metadata'], {
      imported_categories: toList(Array.isArray(record['categories']) ? record['categories'] : ids),
      state: state === 'active' ? null : state,
    }),
    createdAt: record['created_at'],
    updatedAt: record['updated_at'],
  };
}
