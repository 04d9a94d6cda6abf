import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conversation, Question, Turn } from '../../scripts/lib/conversation.js';
import { createRandom, type Random } from './random.js';

const folder = fileURLToPath(new URL('long-chats', import.meta.url));

/** About the length of a message in long chats with assistants. */
const MESSAGE_LENGTH = 2_000;
/** Messages of the user about one subject. Each has an answer of the assistant. */
const MESSAGES_PER_SUBJECT = 30;
/** Messages about one subject before the other one follows. */
const MESSAGES_PER_SESSION = 5;

const FIRST_DAY = Date.UTC(2025, 0, 6);
const DAY = 86_400_000;

/** What is said about a subject: sentences of the user and of the assistant that no question asks for, and facts. */
interface Subject {
  readonly name: string;
  readonly asides: readonly string[];
  readonly advice: readonly string[];
  readonly facts: readonly Fact[];
}

interface Fact {
  readonly says: string;
  readonly asks: string;
  /** Sentences about something similar, which do not answer the question. */
  readonly near: readonly string[];
}

/**
 * Composes long chats between a user and an assistant from `bench/retrieval/long-chats/`, the same ones each time. A chat is about two
 * subjects by turns and has 120 messages of 2,000 characters. Each fact stands in one message of the user, among sentences that
 * others have, too; what resembles it stands in another message.
 */
export async function readLongChats(): Promise<Conversation[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const subjects = await Promise.all(
    files.map(async (name) => parseSubject(basename(name, '.txt'), await readFile(join(folder, name), 'utf8'))),
  );
  return subjects.map((subject, index) => {
    const other = subjects[(index + 1) % subjects.length] ?? subject;
    return composeChat(`${subject.name}+${other.name}`, [subject, other], createRandom(index + 1));
  });
}

function parseSubject(name: string, file: string): Subject {
  const section = (title: string) => {
    const [, text = ''] = file.split(`## ${title}\n`);
    return (text.split('\n## ')[0] ?? '').split('\n').filter((line) => line !== '');
  };
  const facts: { says: string; asks: string; near: string[] }[] = [];
  for (const line of section('Facts')) {
    const [, kind, text = ''] = /^(fact|ask|near): (.+)$/u.exec(line) ?? [];
    const last = facts.at(-1);
    if (kind === 'fact') facts.push({ says: text, asks: '', near: [] });
    else if (last && kind === 'ask') last.asks = text;
    else if (last && kind === 'near') last.near.push(text);
    else throw new Error(`${name}: "${line}" is neither a fact, a question nor a sentence near to it.`);
  }
  return { name, asides: section('Asides'), advice: section('Advice'), facts };
}

function composeChat(id: string, subjects: readonly Subject[], random: Random): Conversation {
  const plans = subjects.map((subject) => planMessages(subject, random));
  const turns: Turn[] = [];
  const questions: Question[] = [];
  const sessions = (MESSAGES_PER_SUBJECT / MESSAGES_PER_SESSION) * subjects.length;
  for (let session = 0; session < sessions; session += 1) {
    const subject = subjects[session % subjects.length];
    const plan = plans[session % subjects.length];
    const date = new Date(FIRST_DAY + session * 9 * DAY + random.below(600) * 60_000).toISOString().slice(0, 16);
    for (const planted of plan?.splice(0, MESSAGES_PER_SESSION) ?? []) {
      if (!subject) continue;
      const said = { conv: id, session: session + 1, date };
      const user = { ...said, id: `M${turns.length + 1}`, speaker: 'Robin' };
      const sentences = planted.map(({ text }) => text);
      turns.push({ ...user, text: composeMessage(subject.asides, sentences, random) });
      for (const { asks } of planted)
        if (asks !== null)
          questions.push({ conv: id, qid: `${id}#${user.id}`, cat: subject.name, question: asks, evidence: [user.id] });
      const answer = { ...said, id: `M${turns.length + 1}`, speaker: 'Assistant', role: 'assistant' as const };
      turns.push({ ...answer, text: composeMessage(subject.advice, [], random) });
    }
  }
  return { id, turns, observations: [], questions, unanswerable: [] };
}

interface Planted {
  readonly text: string;
  /** Question that the text answers. Null: no question asks for it. */
  readonly asks: string | null;
}

/** Distributes facts and what resembles them over the messages of a subject; a fact and what resembles it are apart. */
function planMessages({ facts }: Subject, random: Random): Planted[][] {
  const plan: Planted[][] = Array.from({ length: MESSAGES_PER_SUBJECT }, () => []);
  const places = random.shuffle(plan.map((_, place) => place));
  facts.forEach(({ says, asks, near }, index) => {
    plan[places[index] ?? 0]?.push({ text: says, asks });
    near.forEach((text, further) => {
      const apart = (index + 7 + 11 * further) % places.length;
      plan[places[apart] ?? 0]?.push({ text, asks: null });
    });
  });
  return plan;
}

function composeMessage(common: readonly string[], planted: readonly string[], random: Random): string {
  const sentences: string[] = [];
  let length = planted.reduce((sum, text) => sum + text.length, 0);
  for (const sentence of random.shuffle(common)) {
    if (length + sentence.length > MESSAGE_LENGTH) break;
    sentences.push(fillIn(sentence, random));
    length += sentence.length;
  }
  for (const text of planted) sentences.splice(random.below(sentences.length + 1), 0, fillIn(text, random));
  return sentences.join(' ');
}

const NAMES = ['Mira', 'Jonas', 'Leila', 'Pablo', 'Ingrid', 'Kofi', 'Hana', 'Teo'];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function fillIn(sentence: string, random: Random): string {
  return sentence
    .replaceAll('{name}', () => random.pick(NAMES))
    .replaceAll('{weekday}', () => random.pick(WEEKDAYS))
    .replaceAll('{number}', () => String(2 + random.below(28)));
}
