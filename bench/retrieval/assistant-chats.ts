import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conversation, Question, Turn } from '../../scripts/lib/conversation.js';

const folder = fileURLToPath(new URL('assistant-chats', import.meta.url));

/** `choose`: chats that rankings may be chosen on. `judge`: chats that only judge them. */
export type Part = 'choose' | 'judge';

/**
 * Reads the written chats with an assistant of one part as the history of one user. `others` are further conversations of this user, of
 * which only the turns count. A file holds sessions (`## 2025-01-14T19:20`), messages (`U1: …` of the user, `A1: …` of the assistant, until the
 * next one), and after `## Questions` lines of kind, question and the messages that hold the answer.
 */
export async function readAssistantChats(part: Part, others: readonly Conversation[] = []): Promise<Conversation> {
  const files = (await readdir(folder)).filter((name) => name.startsWith(`${part}-`)).sort();
  const chats = await Promise.all(
    files.map(async (name) => parseChat(name.slice(part.length + 1, -4), await readFile(join(folder, name), 'utf8'))),
  );
  const id = `assistant-${part}${others.length > 0 ? '-among' : ''}`;
  const turns = [...chats.flatMap((chat) => chat.turns), ...others.flatMap(prefixTurns)];
  return {
    id,
    turns: numberSessions(id, turns),
    observations: [],
    questions: chats.flatMap(({ questions }) => questions.map((question) => ({ ...question, conv: id }))),
    unanswerable: [],
  };
}

function prefixTurns({ id, turns }: Conversation): Turn[] {
  return turns.map((turn) => ({ ...turn, conv: id, id: `${id}:${turn.id}` }));
}

/** Sorts turns by date, those of one session together, and numbers the sessions of all chats. */
function numberSessions(conv: string, turns: readonly Turn[]): Turn[] {
  const keyOf = (turn: Turn) => `${turn.date} ${turn.conv}`;
  const keys = [...new Set(turns.map(keyOf))].sort();
  return keys.flatMap((key, index) =>
    turns.filter((turn) => keyOf(turn) === key).map((turn) => ({ ...turn, conv, session: index + 1 })),
  );
}

/** Parses a chat. @throws Error for a message outside of a session, and for a question without a known message */
function parseChat(id: string, file: string): { turns: Turn[]; questions: Question[] } {
  const [chat = '', asked = ''] = file.split(/^## Questions\n/mu);
  const turns: Turn[] = [];
  for (const session of chat.split(/^## /mu).slice(1)) {
    const date = session.slice(0, 16);
    for (const [, label = '', text = ''] of session.matchAll(/^([UA]\d+): ([\s\S]*?)(?=^[UA]\d+: |(?![\s\S]))/gmu)) {
      const isAnswer = label.startsWith('A');
      const said = { conv: id, id: `${id}:${label}`, session: 0, date, text: text.trim() };
      turns.push({ ...said, speaker: isAnswer ? 'Assistant' : 'User', ...(isAnswer && { role: 'assistant' }) });
    }
  }
  const known = new Set(turns.map((turn) => turn.id));
  const questions = asked.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    const [kind = '', question = '', labels = ''] = line.split(' | ');
    const evidence = labels.split(', ').map((label) => `${id}:${label}`);
    const missing = evidence.find((label) => !known.has(label));
    if (missing !== undefined) throw new Error(`"${question}" names ${missing}, which is no message.`);
    return [{ conv: id, qid: `${id}#${index}`, cat: kind, question, evidence }];
  });
  return { turns, questions };
}
