import {
  createReader,
  joinTexts,
  toObject,
  toText,
  withMetadata,
  type ForeignReader,
  type ForeignRecord,
  type JsonObject,
} from './foreign-memory.js';

/** `conversations.json` of a ChatGPT export. A conversation is a tree of messages; the displayed branch is read. */
export const chatGptReader: ForeignReader = createReader(readTree);

/** `conversations.json` of a Claude export. A conversation is a list of messages. */
export const claudeReader: ForeignReader = createReader(readMessages);

function readTree(conversation: JsonObject | null): ForeignRecord[] {
  const mapping = toObject(conversation?.['mapping']);
  const runId = toText(conversation?.['conversation_id']) ?? toText(conversation?.['id']);
  if (!conversation || !mapping) return [{ id: runId, leftOut: 'The record is not a conversation.' }];
  return shownBranch(mapping, toText(conversation['current_node'])).flatMap((node): ForeignRecord[] => {
    const message = toObject(node['message']);
    if (!message) return [];
    const id = toText(message['id']) ?? toText(node['id']);
    const role = toText(toObject(message['author'])?.['role']);
    if (role !== 'user' && role !== 'assistant')
      return [{ id, leftOut: `The record is a message of the role ${role ?? 'unknown'}.` }];
    const text = joinTexts(toObject(message['content'])?.['parts']);
    if (text === null) return [{ id, leftOut: 'The record has no text.' }];
    const createdAt = message['create_time'] ?? conversation['create_time'];
    return [
      { id, text, role, runId, createdAt, metadata: withMetadata(null, { title: toText(conversation['title']) }) },
    ];
  });
}

/** Returns the messages up to the current one, or all messages in file order if no current one is given. */
function shownBranch(mapping: JsonObject, current: string | null): JsonObject[] {
  const nodes = new Map(
    Object.entries(mapping).flatMap(([id, node]) => (toObject(node) ? [[id, toObject(node) ?? {}]] : [])),
  );
  if (current === null || !nodes.has(current)) return [...nodes.values()];
  const branch = new Set<JsonObject>();
  for (let id: string | null = current; id !== null;) {
    const node: JsonObject | undefined = nodes.get(id);
    if (!node || branch.has(node)) break;
    branch.add(node);
    id = toText(node['parent']);
  }
  return [...branch].toReversed();
}

const roles: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['assistant', 'assistant'],
]);

function readMessages(conversation: JsonObject | null): ForeignRecord[] {
  const runId = toText(conversation?.['uuid']);
  const messages = conversation?.['chat_messages'];
  if (!conversation || !Array.isArray(messages)) return [{ id: runId, leftOut: 'The record is not a conversation.' }];
  return messages.map((each: unknown): ForeignRecord => {
    const message = toObject(each);
    const id = toText(message?.['uuid']);
    const role = roles.get(toText(message?.['sender']) ?? '');
    if (!message || role === undefined) return { id, leftOut: 'The message has an unknown sender.' };
    const text = toText(message['text']) ?? joinTexts(message['content']);
    if (text === null) return { id, leftOut: 'The record has no text.' };
    const metadata = withMetadata(null, { title: toText(conversation['name']) });
    const { created_at: createdAt, updated_at: updatedAt } = message;
    return { id, text, role, runId, createdAt, updatedAt, metadata };
  });
}
