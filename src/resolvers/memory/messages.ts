import { findTextError, momentRange, readMoment, textLimits, type FieldErrorCollector } from '../../validate.js';
import { type AttachmentKind, readAttachments, type TextMessage } from '@memory-gateway/extraction';

/** Maximum text length of a memory, in UTF-16 code units. */
export const memoryTextMax = 32_768;

const maxMessages = 500;
const maxTotalLength = 200_000;

/** A chat message. Its content is text, or parts: text, images, PDFs and text files. Null: no text, as beside calls of tools. */
export interface MessageInput {
  /** `user` or `assistant` (or `agent`). `system`, `developer`, `tool` and `function` messages produce no memories. */
  readonly role: string;
  readonly content?: unknown;
  /** Name of the speaker. It does not affect the owner of the memory. */
  readonly name?: string | null | undefined;
  /** When the message was written: Unix seconds or a Date. Default: the timestamp of the request. */
  readonly timestamp?: unknown;
  /** Images, PDFs and text files, for callers whose content is text. */
  readonly attachments?: readonly { readonly kind: AttachmentKind; readonly url: string }[] | null | undefined;
}

const roles = new Map<string, TextMessage['role']>([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['agent', 'assistant'],
  ...['system', 'developer', 'tool', 'function'].map((role) => [role, 'system'] as const),
]);

/**
 * Validates messages and drops empty ones. `infer: false` drops attachments too. Adds errors under `messages`, with the position of the
 * message.
 */
export function readMessages(
  given: unknown,
  { found, infer }: { found: FieldErrorCollector; infer: boolean },
): TextMessage[] {
  if (!Array.isArray(given) || given.length === 0) {
    found.add('messages', 'At least one message is required.');
    return [];
  }
  if (given.length > maxMessages) {
    found.add('messages', `At most ${maxMessages} messages may be sent at once.`);
    return [];
  }
  const problems: string[] = [];
  const messages = given.flatMap((message, index) =>
    readMessage(message, { infer, addError: (problem) => problems.push(`Message ${index + 1}: ${problem}`) }),
  );
  const total = messages.reduce((sum, message) => sum + message.content.length, 0);
  if (total > maxTotalLength) problems.push(`All messages together may have ${maxTotalLength} characters at most.`);
  // Ten errors are enough: hundreds would repeat the same problem.
  problems.slice(0, 10).forEach((problem) => found.add('messages', problem));
  if (problems.length === 0 && messages.length === 0) found.add('messages', 'None of the messages contains text.');
  return messages;
}

function readMessage(
  given: unknown,
  { infer, addError }: { infer: boolean; addError: (problem: string) => void },
): TextMessage[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    addError('The message must be an object with role and content.');
    return [];
  }
  const {
    role: roleName,
    content: rawContent,
    name: rawName,
    attachments: listed,
    timestamp,
  } = given as Record<string, unknown>;
  const role = typeof roleName === 'string' ? roles.get(roleName) : undefined;
  if (!role) addError('The role must be user, assistant or system.');
  const content = isWithoutText(given) ? '' : toMessageText(rawContent);
  const problem = content === null ? 'must be text or parts of a message.' : findTextError(content, memoryTextMax);
  if (problem !== null) addError(`The content ${problem}`);
  const name = readName(rawName, addError);
  const saidAt = timestamp == null ? null : readMoment(timestamp);
  if (timestamp != null && !saidAt) addError(`The timestamp must be ${momentRange}.`);
  if (!role || content === null) return [];
  const isSource = infer && role !== 'system';
  const attachments = isSource ? readAttachments({ content: rawContent, attachments: listed }, addError) : [];
  const message = { role, content, name, ...(saidAt && { timestamp: saidAt.toISOString() }) };
  if (attachments.length > 0) return [{ ...message, attachments }];
  return content.trim() === '' ? [] : [message];
}

function readName(given: unknown, addError: (problem: string) => void): string | null {
  if (given == null) return null;
  if (typeof given === 'string' && findTextError(given, textLimits.name) === null) return given.trim() || null;
  addError('The name must be text of at most 255 characters.');
  return null;
}

/** Whether a message has no content on purpose. Clients of language models send null, or nothing beside calls of tools. */
function isWithoutText(message: { content?: unknown; tool_calls?: unknown }): boolean {
  return message.content === null || (message.content === undefined && message.tool_calls != null);
}

/** Returns the text of a content: a string, or its text parts joined by line breaks. Null if it is neither. */
function toMessageText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) => (typeof part === 'string' ? part : partText(part)));
  return texts.includes(null) ? null : texts.filter((text) => text !== '').join('\n');
}

function partText(part: unknown): string | null {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return null;
  const { type, text } = part as { type?: unknown; text?: unknown };
  if (typeof type !== 'string') return null;
  return type === 'text' && typeof text === 'string' ? text : '';
}
