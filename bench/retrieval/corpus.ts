import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conversation, Question, Turn } from '../../scripts/lib/conversation.js';

const folder = fileURLToPath(new URL('corpus', import.meta.url));

const LANGUAGES: Readonly<Record<string, string>> = {
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  pt: 'Portuguese',
};

/** A conversation of the corpus. Its questions without evidence ask for something that was never said. */
export interface CorpusConversation extends Conversation {
  readonly language: string;
}

/**
 * Reads the corpus in `bench/retrieval/corpus/`, a file per conversation: `# …` is a comment, `Session <date> <time>` starts a session,
 * `[label] Speaker: text` is a turn (the label is optional), and `? kind | question | labels` a question with the turns that answer it.
 */
export async function readCorpus(): Promise<CorpusConversation[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(
    files.map(async (name) => {
      const id = name.slice(0, -'.txt'.length);
      const language = LANGUAGES[id.slice(0, 2)];
      if (!language) throw new Error(`${name}: the name must begin with the code of a language.`);
      return { ...parseConversation(id, await readFile(join(folder, name), 'utf8')), language };
    }),
  );
}

/** Parses a file of the corpus. @throws Error for a line of another format, or a label that no turn has */
export function parseConversation(id: string, file: string): Conversation {
  const turns: Turn[] = [];
  const labels = new Map<string, string>();
  const asked: string[][] = [];
  let session = { number: 0, date: '', turns: 0 };
  for (const line of file.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const opened = /^Session (\d{4}-\d\d-\d\d) (\d\d:\d\d)$/u.exec(line);
    const said = /^(?:\[(?<label>\w+)\] )?(?<speaker>[\p{L}]+): (?<text>.+)$/u.exec(line)?.groups;
    if (opened) session = { number: session.number + 1, date: `${opened[1]}T${opened[2]}`, turns: 0 };
    else if (line.startsWith('? ')) asked.push(line.slice(2).split(' | '));
    else if (said) {
      session.turns += 1;
      const turnId = `D${session.number}:${session.turns}`;
      const { label, speaker = '', text = '' } = said;
      if (label) labels.set(label, turnId);
      turns.push({ conv: id, id: turnId, session: session.number, date: session.date, speaker, text });
    } else throw new Error(`${id}: "${line}" is neither a session, a turn nor a question.`);
  }
  const questions = asked.map((parts, index) => toQuestion(parts, { id, index, labels }));
  return {
    id,
    turns,
    observations: [],
    questions: questions.filter(({ evidence }) => evidence.length > 0),
    unanswerable: questions.filter(({ evidence }) => evidence.length === 0),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  single: 'single-hop',
  multi: 'multi-hop',
  time: 'temporal',
  open: 'open-domain',
  none: 'unanswerable',
};

function toQuestion(
  [kind = '', question = '', names = '']: readonly string[],
  { id, index, labels }: { id: string; index: number; labels: ReadonlyMap<string, string> },
): Question {
  const evidence = names.split(' ').filter((name) => name !== '');
  const missing = evidence.filter((name) => !labels.has(name));
  const cat = KINDS[kind.trim()];
  if (!cat || missing.length > 0 || (cat === 'unanswerable') !== (evidence.length === 0))
    throw new Error(`${id}: the question "${question}" has no kind, or labels that no turn has: ${missing.join(', ')}`);
  const turnIds = evidence.map((name) => labels.get(name) ?? '');
  return { conv: id, qid: `${id}#${index}`, cat, question: question.trim(), evidence: [...new Set(turnIds)] };
}
