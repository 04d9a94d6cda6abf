import {
  createReader,
  joinTexts,
  toMetadata,
  toObject,
  toOwner,
  toText,
  withMetadata,
  type ForeignReader,
  type ForeignRecord,
  type JsonObject,
} from './foreign-memory.js';

const roles: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['HumanMessage', 'user'],
  ['ai', 'assistant'],
  ['AIMessage', 'assistant'],
]);

// JSON of LangChain: messages (`{type, data}` of `messages_to_dict`, or serialized constructors), documents
// (`page_content`), and items of a LangGraph store (`{namespace, key, value}`).
export const langChainReader: ForeignReader = createReader(toRecord, ['messages', 'items', 'documents']);

function toRecord(record: JsonObject | null): ForeignRecord {
  if (record && Array.isArray(record['namespace'])) return toStoreItem(record, record['namespace']);
  const fields = toObject(record?.['data']) ?? toObject(record?.['kwargs']) ?? record;
  const id = toText(fields?.['id']);
  const document = toText(fields?.['page_content']) ?? toText(fields?.['pageContent']);
  if (fields && document !== null) return { id, text: document, metadata: toMetadata(fields['metadata']) };
  const type = toText(record?.['type']);
  const name = Array.isArray(record?.['id']) ? toText(record['id'].at(-1)) : type;
  const role = roles.get(name ?? '');
  if (!fields || role === undefined) return { id, leftOut: `The record is a record of the type ${name ?? 'unknown'}.` };
  const text = Array.isArray(fields['content']) ? joinTexts(fields['content']) : toText(fields['content']);
  if (text === null) return { id, leftOut: 'The record has no text.' };
  const { additional_kwargs: more, response_metadata: response } = fields;
  return { id, text, role, createdAt: toObject(more)?.['timestamp'] ?? toObject(response)?.['created_at'] };
}

/** Converts a store item. The namespace names the owner: `["memories", user]` or `[user]`. */
function toStoreItem(record: JsonObject, given: readonly unknown[]): ForeignRecord {
  const namespace = given.map((part) => toText(part) ?? '');
  const key = toText(record['key']);
  const id = key === null ? null : [...namespace, key].join('/');
  const value = toObject(record['value']);
  const named = ['memory', 'text', 'content', 'data'].find((name) => toText(value?.[name]) !== null);
  const text = named === undefined ? toText(record['value']) : toText(value?.[named]);
  if (text === null) return { id, leftOut: 'The record has no text under memory, text, content or data.' };
  const rest = Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => name !== named));
  const { created_at: createdAt, updated_at: updatedAt } = record;
  const metadata = withMetadata(rest, { namespace });
  return { id, text, userId: toOwner(given.at(-1)), metadata, createdAt, updatedAt };
}
