import { categorize } from './categorize.js';
import { isKeepable } from './statement.js';
import { splitSentences } from './sentences.js';
import { stemsOf } from './stem.js';

/** A message of a conversation, in the shape of chat APIs; content parts other than text are left out by the caller. */
export interface ExtractMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string | null;
}

/** One statement, as it was said. */
export interface ExtractedFact {
  /** A sentence of the message; only white space differs. */
  readonly text: string;
  readonly role: 'user' | 'assistant';
  /** `name` of the message, or null. */
  readonly actor: string | null;
}

/** What the caller wants of the extraction. */
export interface ExtractOptions {
  /** Most facts per call; the first ones are kept. */
  readonly maxFacts?: number;
  /** Keep only what fits this hint. */
  readonly includes?: string | null;
  /** Leave out what fits this hint. */
  readonly excludes?: string | null;
}

const DEFAULT_MAX_FACTS = 100;

/**
 * The extractor that needs no model. It chooses sentences and changes none: questions, greetings, thanks, commands, small talk,
 * definitions, code and program output are dropped, statements are kept. It resolves no pronoun and no date and joins no two sentences.
 * Messages other than `user` and `assistant` are ignored. A sentence said twice in one call is kept once.
 *
 * Hints are a keyword test: a sentence fits when it shares a stem with the hint, or when the hint names a default category ("food",
 * "sports") whose words it contains.
 */
export function extractFacts(messages: readonly ExtractMessage[], options: ExtractOptions = {}): ExtractedFact[] {
  const seen = new Set<string>();
  const facts: ExtractedFact[] = [];
  const most = Math.max(0, options.maxFacts ?? DEFAULT_MAX_FACTS);
  for (const { role, content, name } of messages) {
    if (role !== 'user' && role !== 'assistant') continue;
    for (const text of splitSentences(content)) {
      if (facts.length >= most) return facts;
      const key = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
        .trim();
      if (seen.has(key) || !isKeepable(text, role) || !passesHints(text, options)) continue;
      seen.add(key);
      facts.push({ text, role, actor: name?.trim() || null });
    }
  }
  return facts;
}

function passesHints(text: string, { includes, excludes }: ExtractOptions): boolean {
  if (includes && includes.trim() !== '' && !fitsHint(text, includes)) return false;
  return !(excludes && excludes.trim() !== '' && fitsHint(text, excludes));
}

function fitsHint(text: string, hint: string): boolean {
  const wanted = stemsOf(hint.replaceAll('_', ' '));
  const said = stemsOf(text);
  if ([...wanted].some((word) => said.has(word))) return true;
  return categorize(text).some((category) =>
    [...stemsOf(category.replaceAll('_', ' '))].some((word) => wanted.has(word)),
  );
}
