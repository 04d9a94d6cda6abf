import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conversation, Question, Turn } from '../../scripts/lib/conversation.js';
import { PAIR_PARTS, readPairedPeople, type PairedPerson } from './pairs.js';

const folder = fileURLToPath(new URL('facts', import.meta.url));

/** Kinds of questions: with several answers, with one, with none, and in odd words (typos, synonyms, another language, an emoji). */
const FACT_QUESTIONS = ['several', 'single', 'none', 'odd'] as const;

export const FACT_PARTS = [
  'choose',
  'judge',
  'later',
  'languages',
  'crossed',
  'second',
  'blind',
  'third',
  'unseen',
  'many',
  'last',
  ...PAIR_PARTS,
] as const;
/** `choose`: constants may be chosen on it. `judge`: only measured. `later`: written after the tables of words, in indirect words; faults were looked for in it. `languages`: Italian, Portuguese and Dutch; only measured. `crossed`: questions in another language than the facts; only measured. `second`, `blind`: by another author, who saw nothing of this project; faults were looked for in `second`, and `blind` is only measured. `third`, `unseen`: ten further people by another such author; answerability is learned from `third`, and `unseen` is only measured. `many`: 56 people by seven further authors, which may be learned from. `last`: eight people by an eighth, only measured. `pairs`, `lastpairs`: see bench/retrieval/pairs. */
export type FactPart = (typeof FACT_PARTS)[number];

/** What one person told about himself or herself, a statement at a time, and questions about it. */
export interface FactSet extends Conversation {
  readonly language: string;
  readonly part: FactPart;
  /** Who wrote the person. People of one author resemble each other, so authors are held out as a whole. */
  readonly author: string;
}

/**
 * Reads `bench/retrieval/facts/`, a file `<language>-<number>-<part>.txt` per person: `# …` is a comment, `[label] text` is a fact, and
 * `? kind | question | labels` is a question with the facts that answer it.
 */
export async function readFactSets(part?: FactPart): Promise<FactSet[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const sets = await Promise.all(
    files.map(async (name) => parseFacts(name, await readFile(join(folder, name), 'utf8'))),
  );
  const paired = (await readPairedPeople()).flatMap((person) => [toHalf(person, 0), toHalf(person, 1)]);
  return [...sets, ...paired].filter((set) => part === undefined || set.part === part);
}

/** Makes a person who told the answers of every second question, and the other facts of the rest: two people are asked the same questions. */
function toHalf({ id: name, background, pairs, ...person }: PairedPerson, half: 0 | 1): FactSet {
  const id = `pairs-${name}-${half}`;
  const texts = [...background];
  const questions = pairs.map(({ question, answer, other }, place): Question => {
    const isAnswered = place % 2 === half;
    const text = isAnswered ? answer : other;
    if (text) texts.push(text);
    const evidence = isAnswered ? [`f${texts.length - 1}`] : [];
    return { conv: id, qid: `${id}#${place}`, cat: isAnswered ? 'single' : 'none', question, evidence };
  });
  return {
    ...person,
    id,
    turns: texts.map((text, place) => toTurn(id, `f${place}`, text)),
    observations: [],
    questions: questions.filter(({ evidence }) => evidence.length > 0),
    unanswerable: questions.filter(({ evidence }) => evidence.length === 0),
  };
}

const toTurn = (conv: string, id: string, text: string): Turn => ({
  conv,
  id,
  session: 1,
  date: '2026-01-05T10:00',
  speaker: '',
  text,
});

function parseFacts(name: string, file: string): FactSet {
  const [language = '', number = '', last] = name.slice(0, -'.txt'.length).split('-');
  const part = FACT_PARTS.find((each) => each === last);
  if (!part) throw new Error(`${name}: the name must end with ${FACT_PARTS.join(', ')}.`);
  const id = `facts-${language}-${number}`;
  const turns: Turn[] = [];
  const questions: Question[] = [];
  for (const line of file.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const fact = /^\[(?<label>\w+)\] (?<text>.+)$/u.exec(line)?.groups;
    const [kind = '', question = '', labels = ''] = line
      .slice(2)
      .split('|')
      .map((text) => text.trim());
    const evidence = labels.split(' ').filter((label) => label !== '');
    if (fact) turns.push(toTurn(id, fact.label ?? '', fact.text ?? ''));
    else if (
      !line.startsWith('? ') ||
      !FACT_QUESTIONS.some((known) => known === kind) ||
      (kind === 'none') !== (evidence.length === 0)
    )
      throw new Error(`${name}: "${line}" is neither a fact nor a question.`);
    else questions.push({ conv: id, qid: `${id}#${questions.length}`, cat: kind, question, evidence });
  }
  const known = new Set(turns.map((turn) => turn.id));
  const lost = questions.find(({ evidence }) => evidence.some((label) => !known.has(label)));
  if (lost) throw new Error(`${name}: the question "${lost.question}" names a fact that the file does not have.`);
  return {
    id,
    language,
    part,
    author: /^# A person by the author (?<name>\w+)/u.exec(file)?.groups?.name ?? part,
    turns,
    observations: [],
    questions: questions.filter(({ evidence }) => evidence.length > 0),
    unanswerable: questions.filter(({ evidence }) => evidence.length === 0),
  };
}

/** Number of messages among which facts are stored. */
const MESSAGES = 1_000;

/** Reads the English sets of a part, each among messages between other people. */
export async function readFactsAmongMessages(part: FactPart, people: readonly Conversation[]): Promise<Conversation[]> {
  const turns = people
    .flatMap((own, place) =>
      own.turns.map((turn) => ({ ...turn, session: 100 * place + turn.session, id: `${own.id}-${turn.id}` })),
    )
    .slice(0, MESSAGES);
  const sets = (await readFactSets(part)).filter(({ language }) => language === 'en');
  return sets.map((set) => ({
    ...set,
    id: `${set.id}-among`,
    turns: [...turns, ...set.turns],
    questions: set.questions.filter(({ cat }) => cat === 'several' || cat === 'single'),
    unanswerable: [],
  }));
}
