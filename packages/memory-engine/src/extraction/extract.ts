import { categorize } from '../categories/categorize.js';
import { isKeepable, isOrder, isQuestion, isShortStatement } from './statement.js';
import { splitSentences } from './sentences.js';
import { getStems, getWords } from '../words/stem.js';
import { readStanding } from '../traits/standing.js';
import { withoutLeadIn } from './lead-ins.js';
import { splitLists } from './lists.js';
import { findAddressee, withoutPastedText } from './pasted.js';
import { tellsDeed } from './assistant-deeds.js';
import { isAboutDialog } from './dialog-words.js';
import { isAboutNamedSubject } from './hint-subjects.js';
import { tellsWhereabouts } from './chatter.js';
import { isAssistantTalk, isOrderOrThanks, isPhrase } from './phrases.js';
import { type LineKinds, splitRunOn } from './run-on.js';
import { withApostrophes } from '../words/contractions.js';
import { spellOut } from '../words/typed-words.js';
import { withoutPlays } from './plays.js';
import { isPretended } from './pretended.js';
import { changesThing, nameThings } from './named-things.js';
import { findPersonInOrder } from './named-in-orders.js';
import { findPeople } from './people-named.js';
import { namePronouns, startsWithPronoun } from './pronouns.js';
import { findQuestionFact, playsRoles, splitBeforeQuestion, type QuestionFact } from './question-facts.js';
import { asksNotToStore, asksToForget } from './refusals.js';
import { findRequestedFact } from './requested-facts.js';
import { isStorableText, standsAlone, withoutSecretClauses } from './secret-clauses.js';
import { redactContinued, redactSecrets } from './secrets.js';
import { findLastQuestion, isCompleteSentence, isLeaningAnswer, joinAnswer } from './short-answers.js';
import { splitSubjects } from './subject-clauses.js';
import { splitJoined, tellsLasting } from './joined-facts.js';
import { splitFacts } from './two-facts.js';

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
 * Extracts facts without a model. Drops greetings, instructions, small talk, definitions, code, program output, pasted texts, secrets,
 * requests to forget or not to store, and an assistant's talk about itself. Of a question, keeps the part about the user. Of an assistant,
 * keeps what it did for the user and facts about the user. Joins a short answer to its question, and an item of a personal list to its
 * heading, and puts the person before a pronoun. Keeps the facts that one sentence joins apart, and cuts what only leads to a statement or
 * orders something behind it; other text stays unchanged. Ignores roles other than `user` and `assistant`, and repeated sentences.
 * Hints match keywords: a sentence that shares a stem with the hint, or contains a word of a default category that the
 * hint names ("food", "sports").
 */
export function extractFacts(given: readonly ExtractMessage[], options: ExtractOptions = {}): ExtractedFact[] {
  const seen = new Set<string>();
  const whole = withoutPlays([...(options.before ?? []), ...given]);
  const before = whole.slice(0, whole.length - given.length);
  const messages = whole.slice(before.length);
  const playFrom = messages.findIndex(({ role, content }) => role === 'user' && playsRoles(content));
  const previousOf = (index: number) => whole[before.length + index - 1];
  const said = messages.map((message, index) =>
    statementsOf(message, {
      previous: previousOf(index),
      earlier: whole.slice(0, before.length + index).findLast((other) => isSameSpeaker(other, message)),
      isPlay: playFrom !== -1 && index >= playFrom,
      withShort: options.withShort === true,
    }),
  );
  const kept = said.flatMap((statements, message) =>
    isWithdrawn(messages, message) ? [] : statements.map((statement) => ({ ...statement, message })),
  );
  const questionOf = (text: string, message: number) => {
    const question = findAskedQuestion(messages[message], previousOf(message));
    if (question === null || text.includes(question) || refuses(messages[message])) return null;
    return isStorableText(question) && passesHints(question, { excludes: options.excludes }) ? question : null;
  };
  const facts = kept.filter(({ text, question }) => {
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

function statementsOf(message: ExtractMessage, { previous, earlier, isPlay, withShort }: Surroundings): Statement[] {
  const { role } = message;
  if (role !== 'user' && role !== 'assistant') return [];
  const actor = toActor(message);
  const isContinued = previous !== undefined && isSameSpeaker(previous, message);
  const content = isContinued
    ? redactContinued(message.content, previous.content)
    : redactSecrets(message.content, previous?.role === role ? null : previous?.content);
  if (role === 'assistant') {
    const sentences = splitSentences(content).filter((text) => isKeepable(text, role) && tellsNews(text));
    return sentences.flatMap(keepStorable).map((text) => ({ text, role, actor, question: null }));
  }
  const own = withoutPastedText(content);
  const typed = splitSentences(own).flatMap((sentence) =>
    isPlay || asksNotToStore(sentence) || findRequestedFact(sentence) !== null
      ? [sentence]
      : splitRunOn(sentence, LINE_KINDS)
          .map((line) => withoutLeadIn(line, LINE_KINDS))
          .flatMap((line) => (isQuestion(line) ? splitBeforeQuestion(line, LINE_KINDS) : [line])),
  );
  const sentences = nameOwnPronouns(typed, { content, earlier });
  const answered = findAskedQuestion(message, previous);
  const statements = userStatements(own, { sentences, asked: answered });
  const short = withShort && !isPlay && answered === null ? listShortStatements(own) : [];
  return [
    ...statements
      .map((text) => findRequestedFact(text) ?? text)
      .flatMap(keepStorable)
      .flatMap((whole) => {
        const parts = splitSubjects(whole);
        // "…, but I see what you mean": a part may be talk about the conversation.
        return parts.length === 1 ? parts : parts.filter((part) => !isAboutDialog(part));
      })
      .flatMap(splitJoined)
      .flatMap(splitFacts)
      .map((text): Statement => ({ text, role, actor, question: null })),
    ...short.map((text): Statement => ({ text, role, actor, question: null, isShort: true })),
    ...(isPlay ? [] : listQuestionFacts(sentences)).map((fact): Statement => ({ ...fact, role, actor })),
  ];
}

/** Returns the statements of two words, unless the message is a list or something is to stay out. */
function listShortStatements(content: string): string[] {
  const sentences = splitSentences(content);
  if (/\n/u.test(content.trim()) || sentences.some((text) => asksNotToStore(text) || asksToForget(text))) return [];
  return sentences.filter((text) => isShortStatement(text) && isStorableText(text) && !isPretended(text));
}

/** Puts what pronouns mean before the user's sentences, unless something is to stay out: the person may be what is. */
function nameOwnPronouns(
  sentences: readonly string[],
  { content, earlier }: { content: string; earlier: ExtractMessage | undefined },
): readonly string[] {
  if (!sentences.some((text) => startsWithPronoun(text) || changesThing(text))) return sentences;
  if (sentences.some((text) => asksNotToStore(text) || asksToForget(text))) return sentences;
  const isStatement = (text: string) => isStorableText(text) && isOwnStatement(text);
  // "Un chat. Il a 7 ans."
  const isNoun = (text: string) => getWords(text).length <= 4 && findPeople(text).length === 1 && !isPhrase(text);
  const canName = (text: string) => isStatement(text) || (isStorableText(text) && (isQuestion(text) || isNoun(text)));
  const isOpen = earlier !== undefined && !refuses(earlier);
  const said = isOpen ? splitSentences(withoutPastedText(redactSecrets(earlier.content))) : [];
  const addressee = findAddressee(content) ?? (isOpen ? findAddressee(earlier.content) : null);
  const named = namePronouns(sentences, { earlier: said, addressee, isStatement, canName });
  return nameThings(named, { earlier: said.at(-1), canName: isStatement });
}

/** Returns the question that a message of a user answers: the last one of the message before it, by another speaker. */
function findAskedQuestion(message?: ExtractMessage, previous?: ExtractMessage): string | null {
  if (message?.role !== 'user' || !previous) return null;
  return !isSameSpeaker(previous, message) ? findLastQuestion(redactSecrets(previous.content)) : null;
}

function listQuestionFacts(sentences: readonly string[]): QuestionFact[] {
  const requests = sentences.filter(
    (text) => LINE_KINDS.isRequest(text) && isStorableText(text) && findRequestedFact(text) === null,
  );
  if (requests.length === 0 || sentences.some((text) => asksNotToStore(text) || asksToForget(text))) return [];
  const kinds = { isStatement: isOwnStatement, isClear: standsAlone };
  return requests.flatMap((request) => {
    if (isQuestion(request)) return findQuestionFact(request, kinds) ?? [];
    const person = isOwnStatement(request) ? null : findPersonInOrder(request);
    return person === null ? [] : { text: person, question: request };
  });
}

function toActor({ name }: ExtractMessage): string | null {
  return name?.trim() || null;
}

function tellsNews(sentence: string): boolean {
  return tellsDeed(sentence) && !isAssistantTalk(sentence);
}

function userStatements(
  content: string,
  { sentences, asked }: { sentences: readonly string[]; asked: string | null },
): string[] {
  if (sentences.some(asksNotToStore)) return statementsBefore(sentences);
  const text = content.trim();
  const isAnswer = !isPhrase(text) || (tellsWhereabouts(text) && !tellsWhereabouts(text, asked));
  const joined = sentences.some(asksToForget) || !isAnswer ? null : joinAnswer(asked, content);
  if (joined !== null && !sentences.some((text) => isOwnStatement(text) && isCompleteSentence(text))) return [joined];
  const { rest, statements } = splitLists(content);
  const [first] = sentences;
  if (
    asked !== null &&
    statements.length === 0 &&
    first !== undefined &&
    isOwnStatement(first) &&
    isLeaningAnswer(first)
  )
    return [`${asked} ${first}`, ...sentences.slice(1).filter(isOwnStatement)];
  return [...(statements.length > 0 ? splitSentences(rest) : sentences).filter(isOwnStatement), ...statements];
}

/** "I live in Ghent. My PIN is 1234, don't store that. I like tea." keeps the first and the last sentence. */
function statementsBefore(sentences: readonly string[]): string[] {
  const refused = new Set<number>();
  sentences.forEach((sentence, index) => {
    if (!asksNotToStore(sentence)) return;
    refused.add(index);
    if (isAboutEarlier(sentence)) refused.add(index - 1);
  });
  return sentences.filter((sentence, index) => !refused.has(index) && isOwnStatement(sentence));
}

function isOwnStatement(sentence: string): boolean {
  if (isPretended(sentence) || asksToForget(sentence)) return false;
  const requested = findRequestedFact(sentence);
  if (requested !== null) return !isPretended(requested) && !isQuestion(requested);
  // "My PIN is 4921, could you note that we moved to Kiel?" and "Book it with card 4921 - I prefer window seats" state something.
  const besideSecret = isStorableText(sentence) ? [] : sentence.split(/[,;]\s+|\s[-–—]\s/u);
  if (besideSecret.some((part) => findRequestedFact(part) || (isStorableText(part) && tellsLasting(part)))) return true;
  // "Stop apologizing" and "duz mich" order nothing now.
  if (readStanding(sentence).instruction) return true;
  const meant = spellOut(withApostrophes(sentence));
  return saysSomething(sentence) && (meant === sentence || (saysSomething(meant) && !isPretended(meant)));
}

const keepStorable = (sentence: string) => withoutSecretClauses(sentence, isOwnStatement);

function saysSomething(sentence: string): boolean {
  return isKeepable(sentence, 'user') && !isPhrase(sentence);
}

const LINE_KINDS: LineKinds = {
  isStatement: isOwnStatement,
  /** "Give me a recipe" asks, too. */
  isRequest: (text: string) => isQuestion(text) || isOrder(text) || isOrderOrThanks(text),
};

function passesHints(text: string, { includes, excludes }: ExtractOptions): boolean {
  if (includes && includes.trim() !== '' && !fitsHint(text, includes)) return false;
  return !(excludes && excludes.trim() !== '' && fitsHint(text, excludes));
}

function fitsHint(text: string, hint: string): boolean {
  const wanted = getStems(hint.replaceAll('_', ' '));
  const said = getStems(text);
  if ([...wanted].some((word) => said.has(word))) return true;
  const categories = categorize(text);
  if (isAboutNamedSubject(text, hint, categories)) return true;
  return categories.some((category) => [...getStems(category.replaceAll('_', ' '))].some((word) => wanted.has(word)));
}
