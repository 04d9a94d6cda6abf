// Stores what you said in a session. The server extracts facts from it, and leaves out secrets and pasted texts.
import { existsSync, readFileSync } from 'node:fs';
import { readSession, runMemoryGateway, toOwner } from './command.mjs';

/** The newest part of a session: more than this is a pasted text. */
const longest = 20_000;

const session = readSession();
const text = readMessages(session).join('\n\n').slice(-longest).trim();
if (text !== '') runMemoryGateway(['add', '--infer', ...toOwner(session), ...toRun(session)], text);

function toRun({ session_id: sessionId, conversation_id: conversationId, 'thread-id': threadId }) {
  const id = sessionId ?? conversationId ?? threadId;
  return id === undefined ? [] : ['--run-id', id];
}

/** Returns your messages: from the notification, or from the transcript that it names (JSON Lines). */
function readMessages({ transcript_path: file, 'input-messages': messages }) {
  if (Array.isArray(messages)) return messages;
  if (typeof file !== 'string' || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.flatMap(parseLine).flatMap(readUserText);
}

/** The agent may still be writing the last line. */
function parseLine(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** Lines with `isMeta` are written by the agent itself. */
function readUserText({ type, role, message, isMeta }) {
  if ((type ?? role) !== 'user' || isMeta === true) return [];
  const content = message?.content ?? message;
  if (typeof content === 'string') return [content];
  return Array.isArray(content) ? content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [];
}
