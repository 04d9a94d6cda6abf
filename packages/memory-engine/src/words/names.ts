import { findForeignLanguage, keepTopicWords } from './function-words.js';
import { isStopWord, isTopicWord } from './stop-words.js';

// Names of people dominate sentence vectors: "Wow, Ada!" is nearer to a question about Ada than any fact about her.
// Queries are therefore embedded without names that are frequent in the scope, so that the rest tells memories apart.

export interface TermFrequency {
  /** A word of `queryWords(query)`. */
  readonly word: string;
  /** A lexeme of that word in the text search configuration. A hyphenated word has several lexemes and rows. */
  readonly lexeme: string;
  readonly documents: number;
}

export interface NameScope {
  readonly memories: number;
  readonly actors: readonly string[];
  /** User ids that the search is limited to. A question about "Ada" among the memories of `ada` asks for no mention of her. */
  readonly owners?: readonly string[];
  readonly terms: readonly TermFrequency[];
}

/** Names in a query, as written there, without possessive endings. */
export interface QueryNames {
  readonly known: readonly string[];
  /** Capitalized words that many memories in scope contain: probably people. */
  readonly frequent: readonly string[];
}

/**
 * A name that this many memories contain is a person of the scope. A number, not a share: memories that do not mention the
 * name must not change how the query is read.
 */
const FREQUENT_DOCUMENTS = 12;
const MAX_WORDS = 64;
/** No name and no word of a language is longer. */
const MAX_WORD_LENGTH = 128;

const POSSESSIVE = /['’]s?$/iu;
const UNSPACED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const SPEAKER_LABEL = /^\s*(\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2}):\s+(?=\S)/u;
const ROLE_NAMES = new Set(['user', 'assistant', 'system', 'agent', 'bot', 'ai', 'human', 'tool', 'customer', 'admin']);
const HEADING_WORDS = new Set(
  'note notes fact summary question answer todo warning error example update reminder title subject date time url http https'.split(
    ' ',
  ),
);
const CALENDAR_WORDS = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october ' +
    'november december christmas easter english internet'
  ).split(' '),
);
/** Given names that are also ordinary words. They count as names only if capitalized. */
const ORDINARY_NAMES = new Set(
  (
    'mark rose grace hope faith joy bill art frank jack pat sue rob ray dawn june april may august summer autumn amber ruby iris lily ' +
    'ivy violet daisy hunter mason dean drew chase grant max chance christian guy rich miles wade skip heath cliff ford brook river ' +
    'sky star angel melody harmony destiny page penny sandy sunny candy cherry olive pearl jade gene carol eve robin jay chip buck ' +
    'bud duke earl king prince baker cook smith carter taylor young long green brown white black gray stone wood woods hill field ' +
    'price power powers rice bell day love little small short sharp moss reed banks rivers waters'
  ).split(' '),
);
/** A capitalized word after one of these is a place, an employer or a day, not a person. */
const PLACE_PREPOSITIONS = new Set(['in', 'at', 'from', 'near', 'into', 'on', 'around', 'inside', 'outside']);

/**
 * Returns the distinct words of a query, at most 64, without punctuation at the edges and in original case; of a query without words, its
 * emoji.
 */
export function queryWords(query: string): readonly string[] {
  const words = splitWords(query);
  const found = words.length > 0 ? words : (query.match(/\p{Extended_Pictographic}|\p{Regional_Indicator}/gu) ?? []);
  return keepTopicWords([...new Set(found)].slice(0, MAX_WORDS));
}

/** Finds the names in a query, from the actors in scope, or else from capital letters and frequency. */
export function findNames(query: string, scope: NameScope): QueryNames {
  const words = splitWords(query);
  const parts = new Map<string, Set<string>>();
  for (const [lower, part] of scope.actors.flatMap((actor) => [...listParts(actor)]))
    parts.set(lower, (parts.get(lower) ?? new Set()).add(part));
  const known = words
    .map(toBareName)
    .filter((word, index) =>
      [...(parts.get(word.toLowerCase()) ?? [])].some((part) => meansPart(word, part, index === 0)),
    );
  const unspaced = scope.actors.filter(
    (actor) => UNSPACED_SCRIPT.test(actor) && actor.length > 1 && query.includes(actor),
  );
  const frequent = words
    .filter((word, index) => looksLikeName(words, index) && (isOwner(word, scope) || isFrequent(word, scope)))
    .map(toBareName)
    .filter((word) => !known.includes(word));
  return {
    known: [...new Set([...known, ...unspaced])].slice(0, MAX_WORDS),
    frequent: [...new Set(frequent)].slice(0, MAX_WORDS),
  };
}

/** In German, every noun has a capital letter, but a name follows a verb without an article: "Wo hat Jochen gelernt?" */
const GERMAN_VERB = /[dt]$/u;

/** Returns the words of a query that are names by their capital letter, without possessive endings. */
export function listNames(query: string): readonly string[] {
  const words = splitWords(query);
  const isGerman = findForeignLanguage(words) === 'German';
  return words
    .filter((_, index) => looksLikeName(words, index) && !(isGerman && !GERMAN_VERB.test(words[index - 1] ?? '')))
    .map(toBareName);
}

/** Names that an earlier query found in a scope. */
export interface KnownNames {
  readonly actors: readonly string[];
  readonly owners?: readonly string[] | undefined;
  /** Frequent names of {@link QueryNames}. */
  readonly frequent: readonly string[];
}

const MAX_KNOWN_NAMES = 100;

/** Returns the names known after a query: those found now, and frequent ones that this query does not mention. */
export function learnNames(known: KnownNames | undefined, query: string, scope: NameScope): KnownNames {
  const mentioned = new Set(splitWords(query).map(toBareName));
  const others = (known?.frequent ?? []).filter((name) => !mentioned.has(name));
  return {
    actors: scope.actors,
    ...(scope.owners && { owners: scope.owners }),
    frequent: [...findNames(query, scope).frequent, ...others].slice(0, MAX_KNOWN_NAMES),
  };
}

/** Returns a scope in which {@link findNames} finds the names of a query that are known. */
export function expectNameScope(known: KnownNames, query: string): NameScope {
  const words = queryWords(query).filter((word) => known.frequent.includes(toBareName(word)));
  return {
    memories: FREQUENT_DOCUMENTS,
    actors: known.actors,
    ...(known.owners && { owners: known.owners }),
    terms: words.map((word) => ({ word, lexeme: word, documents: FREQUENT_DOCUMENTS })),
  };
}

/** Returns the only actor that the query names, or null if it names none or several. */
export function namedActor(query: string, actors: readonly string[]): string | null {
  const [first, ...others] = splitWords(query).map(toBareName);
  const said = new Map<string, Set<string>>();
  for (const word of others) said.set(word.toLowerCase(), (said.get(word.toLowerCase()) ?? new Set()).add(word));
  const isNamed = ([lower, part]: readonly [string, string]) =>
    (first?.toLowerCase() === lower && meansPart(first, part, true)) ||
    [...(said.get(lower) ?? [])].some((word) => meansPart(word, part, false));
  const named = actors.filter(
    (actor) => [...listParts(actor)].some(isNamed) || (UNSPACED_SCRIPT.test(actor) && query.includes(actor)),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Removes names from a query. Returns the query unchanged if names are its only topic ("Who is Ada?"). */
export function maskNames(query: string, names: readonly string[]): string {
  const masked = removeNames(query, names);
  return splitWords(masked).some(isTopicWord) ? masked : query;
}

/** Words that only English questions have. */
const ENGLISH_QUESTION = /(?<!\p{L})(?:what|who(?:m|se)?|when|where|which|why|how|did|does)(?!\p{L})/iu;

/**
 * Returns the text to embed for a query without names. In an English question, "you" replaces them: a whole sentence is nearer
 * to the memories than one with a gap.
 */
export function addressNames(query: string, names: readonly string[]): string {
  const masked = maskNames(query, names);
  if (masked === query || !ENGLISH_QUESTION.test(query)) return masked;
  return replaceNames(query, names, (name) => (POSSESSIVE.test(name) ? 'your' : 'you'));
}

/** Returns the name in a leading label ("Ada Lovelace: ..."), or null. Roles and headings ("Note: ...") don't count. */
export function findSpeakerLabel(text: string): string | null {
  const name = SPEAKER_LABEL.exec(text)?.[1];
  if (name === undefined) return null;
  const lower = name.toLowerCase();
  return ROLE_NAMES.has(lower) || HEADING_WORDS.has(lower) || isStopWord(lower) ? null : name;
}

function splitWords(text: string): string[] {
  return text
    .split(/\s+/u)
    .map(trimPunctuation)
    .filter((word) => word !== '');
}

// An expression with `+$` looks at every suffix of a run. In a query of 32,000 signs, that took a minute.
function trimPunctuation(word: string): string {
  const bare = word.replace(/^[^\p{L}\p{N}]+/u, '').slice(0, MAX_WORD_LENGTH);
  return bare.replace(/[^\p{L}\p{N}'’]+$/u, '').replace(/(?<![sS])['’]+$/u, '');
}

/** Returns a word without a possessive ending. */
export function toBareName(word: string): string {
  return word.replace(POSSESSIVE, '');
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Returns the parts of an actor's name by their form in lower case. */
function listParts(actor: string): ReadonlyMap<string, string> {
  return new Map(
    actor
      .split(/\s+/u)
      .toReversed()
      .map((part) => [part.toLowerCase(), part]),
  );
}

/**
 * Whether a word of a query means the part of an actor's name that has the same letters. A capitalized actor matches in any case. A lowercase id
 * may be any word, so the query must capitalize it.
 */
function meansPart(word: string, part: string, startsQuery: boolean): boolean {
  const lower = word.toLowerCase();
  if (lower.length < 2 || ROLE_NAMES.has(lower)) return false;
  const needsCapital = isStopWord(lower) || ORDINARY_NAMES.has(lower) || /^\p{Ll}/u.test(part);
  return !needsCapital || (isCapitalised(word) && !startsQuery);
}

function looksLikeName(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  const bare = toBareName(word);
  if (!/^\p{Lu}\p{Ll}/u.test(bare) || isStopWord(bare) || !isTopicWord(bare)) return false;
  if (CALENDAR_WORDS.has(bare.toLowerCase())) return false;
  if (PLACE_PREPOSITIONS.has(words[index - 1]?.toLowerCase() ?? '')) return false;
  return index > 0 || word !== bare;
}

function isOwner(word: string, { owners = [] }: NameScope): boolean {
  const bare = toBareName(word).toLowerCase();
  return owners.some((owner) =>
    owner
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .includes(bare),
  );
}

function isFrequent(word: string, scope: NameScope): boolean {
  const rows = scope.terms.filter((term) => term.word === word);
  return rows.length === 1 && (rows[0]?.documents ?? 0) >= FREQUENT_DOCUMENTS;
}

function removeNames(text: string, names: readonly string[]): string {
  return replaceNames(text, names, () => '');
}

function replaceNames(text: string, names: readonly string[], replace: (name: string) => string): string {
  const patterns = names.filter((name) => name.trim() !== '').sort((a, b) => b.length - a.length);
  if (patterns.length === 0) return text;
  const alternatives = patterns.map((name) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return UNSPACED_SCRIPT.test(name) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?:['’]s?)?(?![\\p{L}\\p{N}])`;
  });
  return text
    .replace(new RegExp(alternatives.join('|'), 'giu'), (name) => ` ${replace(name)} `)
    .replace(/\s+/gu, ' ')
    .replace(/ ([,.!?;:])/gu, '$1')
    .trim();
}
