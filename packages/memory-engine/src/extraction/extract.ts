import { isKeepable, isQuestion, isShortStatement } from './statement.js';
import { splitSentences } from './sentences.js';
import { filterInSteps, finishSteps, mapInSteps, type Steps } from '../steps.js';
import { getWords } from '../words/stem.js';
import { withoutLeadIn } from './lead-ins.js';
import { splitLists } from './lists.js';
import { findAddressee, withoutPastedText } from './pasted.js';
import { tellsDeed } from './assistant-deeds.js';
import { passesHints } from './hints.js';
import { isAboutDialog } from './dialog-words.js';
import { tellsWhereabouts } from './chatter.js';
import { isAssistantTalk, isPhrase } from './phrases.js';
import { splitRunOn } from './run-on.js';
import { withoutPlays } from './plays.js';
import { isPretended } from './pretended.js';
import { changesThing, nameThings } from './named-things.js';
import { findPersonInOrder } from './named-in-orders.js';
import { findPeople } from './people-named.js';
import { namePronouns, startsWithPronoun } from './pronouns.js';
import { findQuestionFact, playsRoles, splitBeforeQuestion, type QuestionFact } from './question-facts.js';
import { asksNotToStore, asksToForget } from './refusals.js';
import { findRequestedFact } from './requested-facts.js';
import { isStorableText, standsAlone } from './secret-clauses.js';
import { findLastQuestion, isCompleteSentence, isFirstAnswer, joinAnswer } from './short-answers.js';
import { splitSubjects } from './subject-clauses.js';
import { splitJoined } from './joined-facts.js';
import { splitFacts } from './two-facts.js';
import { isOwnStatement, keepStorable, LINE_KINDS } from './own-statements.js';

/** A message of a conversation in the format of chat APIs, with text content only. */
export interface ExtractMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string | null;
}

export interface ExtractedFact {
  /**
   * A sentence or clause of the message, or the part of a question about the user. Short answers include their question, list items their
   * heading, and sentences that begin with a pronoun the person.
   */
  readonly text: string;
  readonly role: 'user' | 'assistant';
  readonly actor: string | null;
  /** Position of the message, from 0. */
  readonly message: number;
  /** The question that the text is a part of, or that of the preceding message, by another speaker, unless the text contains it. */
  readonly question: string | null;
  /** Whether the text is one of the statements that `withShort` adds. */
  readonly isShort?: true;
}

export interface ExtractOptions {
  readonly includes?: string | null;
  readonly excludes?: string | null;
  /** Messages of the same conversation before these. They complete answers and pronouns; no fact is taken from them. */
  readonly before?: readonly ExtractMessage[];
  /** Also returns statements of two words, most of which are chatter. The vector of each tells, see `isLikelyFact`. */
  readonly withShort?: boolean;
}

/**
 * Extracts facts without a model. Secrets are removed from the messages before. Drops greetings, instructions, small talk, definitions, code,
 * program output, pasted texts, requests to forget or not to store, and an assistant's talk about itself. Of a question, keeps the part about the user. Of an assistant,
 * keeps what it did for the user and facts about the user. Joins a short answer to its question, and an item of a personal list to its
 * heading, and puts the person before a pronoun. Keeps the facts that one sentence joins apart, and cuts what only leads to a statement or
 * orders something behind it; other text stays unchanged. Ignores roles other than `user` and `assistant`, and repeated sentences.
 * Hints match keywords: a sentence that shares a stem with the hint, or contains a word of a default category that the
 * hint names ("food", "sports").
 */
export function extractFacts(messages: readonly ExtractMessage[], options: ExtractOptions = {}): ExtractedFact[] {
  return finishSteps(extractInSteps(messages, options));
}

/** Like `extractFacts`, in steps. */
export function* extractInSteps(
  given: readonly ExtractMessage[],
  options: ExtractOptions = {},
): Steps<ExtractedFact[]> {
  const seen = new Set<string>();
  const whole = withoutPlays([...(options.before ?? []), ...given]);
  const before = whole.slice(0, whole.length - given.length);
  const messages = whole.slice(before.length);
  const playFrom = messages.findIndex(({ role, content }) => role === 'user' && playsRoles(content));
  const previousOf = (index: number) => whole[before.length + index - 1];
  const kept: (Statement & Pick<ExtractedFact, 'message'>)[] = [];
  for (const [index, message] of messages.entries()) {
    yield;
    const statements = yield* statementsOf(message, {
      previous: previousOf(index),
      earlier: whole.slice(0, before.length + index).findLast((other) => isSameSpeaker(other, message)),
      isPlay: playFrom !== -1 && index >= playFrom,
      withShort: options.withShort === true,
    });
    if (!isWithdrawn(messages, index)) kept.push(...statements.map((statement) => ({ ...statement, message: index })));
  }
  const findQuestion = (message: number) => {
    const question = findAskedQuestion(messages[message], previousOf(message));
    if (question === null || refuses(messages[message])) return null;
    return isStorableText(question) && passesHints(question, { excludes: options.excludes }) ? question : null;
  };
  // Once for each message: one may have hundreds of facts, and each look reads both messages.
  const questions = new Map<number, string | null>();
  const questionOf = (text: string, message: number) => {
    if (!questions.has(message)) questions.set(message, findQuestion(message));
    const question = questions.get(message) ?? null;
    return question === null || text.includes(question) ? null : question;
  };
  const facts = yield* filterInSteps(kept, ({ text, question }) => {
    const key = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim();
    if (seen.has(key) || !passesHints(question ?? text, options)) return false;
    seen.add(key);
    return true;
  });
  return facts.map((fact) => ({ ...fact, question: fact.question ?? questionOf(fact.text, fact.message) }));
}

/** Whether a message asks not to store, or to forget, something. */
export function refuses(message?: ExtractMessage): boolean {
  return splitSentences(message?.content ?? '').some((text) => asksNotToStore(text) || asksToForget(text));
}

/** Whether the next message of the same role only asks not to store this one. */
function isWithdrawn(messages: readonly ExtractMessage[], index: number): boolean {
  const next = messages.slice(index + 1).find(({ role }) => role === messages[index]?.role);
  if (!next || messages[index]?.role !== 'user') return false;
  const sentences = splitSentences(next.content);
  return sentences.length > 0 && sentences.every((sentence) => asksNotToStore(sentence) && isAboutEarlier(sentence));
}

/** Whether a request refers to what was said before: "Don't store that", unlike "Don't store my address: …". */
function isAboutEarlier(sentence: string): boolean {
  return getWords(sentence).length <= 9;
}

type Statement = Pick<ExtractedFact, 'text' | 'role' | 'actor' | 'question' | 'isShort'>;

interface Surroundings {
  readonly previous: ExtractMessage | undefined;
  /** The latest earlier message of the same speaker. */
  readonly earlier: ExtractMessage | undefined;
  readonly isPlay: boolean;
  readonly withShort: boolean;
}

function isSameSpeaker(one: ExtractMessage, other: ExtractMessage): boolean {
  return one.role === other.role && toActor(one) === toActor(other);
}

function* statementsOf(
  message: ExtractMessage,
  { previous, earlier, isPlay, withShort }: Surroundings,
): Steps<Statement[]> {
  const { role } = message;
  if (role !== 'user' && role !== 'assistant') return [];
  const actor = toActor(message);
  const { content } = message;
  if (role === 'assistant') {
    const news = yield* mapInSteps(splitSentences(content), (text) =>
      isKeepable(text, role) && tellsNews(text) ? keepStorable(text) : [],
    );
    return news.flat().map((text) => ({ text, role, actor, question: null }));
  }
  const own = withoutPastedText(content);
  const typed = (yield* mapInSteps(splitSentences(own), (sentence) =>
    isPlay || asksNotToStore(sentence) || findRequestedFact(sentence) !== null
      ? [sentence]
      : splitRunOn(sentence, LINE_KINDS)
          .map((line) => withoutLeadIn(line, LINE_KINDS))
          .flatMap((line) => (isQuestion(line) ? splitBeforeQuestion(line, LINE_KINDS) : [line])),
  )).flat();
  const sentences = yield* nameOwnPronouns(typed, { content, earlier });
  const answered = findAskedQuestion(message, previous);
  const statements = yield* mapInSteps(yield* userStatements(own, { sentences, asked: answered }), splitStatement);
  const texts = statements.flat();
  const short = withShort && !isPlay ? listShortStatements(own) : [];
  const questionFacts = isPlay ? [] : yield* listQuestionFacts(sentences);
  return [
    ...texts.map((text): Statement => ({ text, role, actor, question: null })),
    ...short
      .filter((text) => !texts.some((whole) => whole.includes(text)))
      .map((text): Statement => ({ text, role, actor, question: null, isShort: true })),
    ...questionFacts.map((fact): Statement => ({ ...fact, role, actor })),
  ];
}

function splitStatement(text: string): string[] {
  return keepStorable(findRequestedFact(text) ?? text)
    .flatMap((whole) => {
      const parts = splitSubjects(whole);
      // "…, but I see what you mean": a part may be talk about the conversation.
      return parts.length === 1 ? parts : parts.filter((part) => !isAboutDialog(part));
    })
    .flatMap(splitJoined)
    .flatMap(splitFacts);
}

/** Returns the statements of two words, unless the message is a list or something is to stay out. */
function listShortStatements(content: string): string[] {
  const sentences = splitSentences(content);
  if (/\n/u.test(content.trim()) || sentences.some((text) => asksNotToStore(text) || asksToForget(text))) return [];
  return sentences.filter((text) => isShortStatement(text) && isStorableText(text) && !isPretended(text));
}

/** Puts what pronouns mean before the user's sentences, unless something is to stay out: the person may be what is. */
function* nameOwnPronouns(
  sentences: readonly string[],
  { content, earlier }: { content: string; earlier: ExtractMessage | undefined },
): Steps<readonly string[]> {
  if (!sentences.some((text) => startsWithPronoun(text) || changesThing(text))) return sentences;
  if (sentences.some((text) => asksNotToStore(text) || asksToForget(text))) return sentences;
  const isStatement = (text: string) => isStorableText(text) && isOwnStatement(text);
  // "Un chat. Il a 7 ans."
  const isNoun = (text: string) => getWords(text).length <= 4 && findPeople(text).length === 1 && !isPhrase(text);
  const canName = (text: string) => isStatement(text) || (isStorableText(text) && (isQuestion(text) || isNoun(text)));
  const isOpen = earlier !== undefined && !refuses(earlier);
  const said = isOpen ? splitSentences(withoutPastedText(earlier.content)) : [];
  const addressee = findAddressee(content) ?? (isOpen ? findAddressee(earlier.content) : null);
  const named = yield* namePronouns(sentences, { earlier: said, addressee, isStatement, canName });
  return yield* nameThings(named, { earlier: said.at(-1), canName: isStatement });
}

/** Returns the question that a message of a user answers: the last one of the message before it, by another speaker. */
function findAskedQuestion(message?: ExtractMessage, previous?: ExtractMessage): string | null {
  if (message?.role !== 'user' || !previous) return null;
  return !isSameSpeaker(previous, message) ? findLastQuestion(previous.content) : null;
}

function* listQuestionFacts(sentences: readonly string[]): Steps<QuestionFact[]> {
  const requests = yield* filterInSteps(
    sentences,
    (text) => LINE_KINDS.isRequest(text) && isStorableText(text) && findRequestedFact(text) === null,
  );
  if (requests.length === 0 || sentences.some((text) => asksNotToStore(text) || asksToForget(text))) return [];
  const kinds = { isStatement: isOwnStatement, isClear: standsAlone };
  const facts = yield* mapInSteps(requests, (request) => {
    if (isQuestion(request)) return findQuestionFact(request, kinds) ?? [];
    const person = isOwnStatement(request) ? null : findPersonInOrder(request);
    return person === null ? [] : { text: person, question: request };
  });
  return facts.flat();
}

function toActor({ name }: ExtractMessage): string | null {
  return name?.trim() || null;
}

function tellsNews(sentence: string): boolean {
  return tellsDeed(sentence) && !isAssistantTalk(sentence);
}

function* userStatements(
  content: string,
  { sentences, asked }: { sentences: readonly string[]; asked: string | null },
): Steps<string[]> {
  if (sentences.some(asksNotToStore)) return yield* statementsBefore(sentences);
  const text = content.trim();
  const isAnswer = !isPhrase(text) || (tellsWhereabouts(text) && !tellsWhereabouts(text, asked));
  const joined = sentences.some(asksToForget) || !isAnswer ? null : joinAnswer(asked, content);
  if (joined !== null && !sentences.some((text) => isOwnStatement(text) && isCompleteSentence(text))) return [joined];
  const { rest, statements } = splitLists(content);
  const [first] = sentences;
  if (asked !== null && statements.length === 0 && first && isFirstAnswer(asked, first, isOwnStatement(first)))
    return [`${asked} ${first}`, ...(yield* filterInSteps(sentences.slice(1), isOwnStatement))];
  const others = statements.length > 0 ? splitSentences(rest) : sentences;
  return [...(yield* filterInSteps(others, isOwnStatement)), ...statements];
}

/** "I live in Ghent. My PIN is 1234, don't store that. I like tea." keeps the first and the last sentence. */
function statementsBefore(sentences: readonly string[]): Steps<string[]> {
  const refused = new Set<number>();
  sentences.forEach((sentence, index) => {
    if (!asksNotToStore(sentence)) return;
    refused.add(index);
    if (isAboutEarlier(sentence)) refused.add(index - 1);
  });
  return filterInSteps(
    sentences.filter((_, index) => !refused.has(index)),
    isOwnStatement,
  );
}
