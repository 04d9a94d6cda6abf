// What tells a statement that can be true beside an earlier one (a second pet, a trip, the rent of another thing) from one that replaces it.
// English, German, French, Spanish, Italian, Portuguese and Dutch.
import { wholeWords } from '../words/whole-words.js';
import { isSameRoot } from './restated.js';
import { isPastVerb } from './statement-shape.js';
import { ADDS, COUNTS, ENDS, NAMED, NOW, SWITCHES, TRIP } from './change-words.js';

const SPEAKER = wholeWords([
  "i|i['’]\\p{L}+|me|my|mine|we|us|our|ich|mich|mir|mein\\p{L}*|wir|uns|unser\\p{L}*|yo|nos|mi|mis|nuestr\\p{L}+|je|j|moi|m|mon|ma|mes|nous|notre|on",
  'io|mio|mia|miei|mie|ci|noi|nostr\\p{L}|eu|meu|minha|meus|minhas|noss[oa]s?|ik|mij|me|mijn|wij|we|ons|onze',
]);
/** Languages whose verbs need no pronoun. */
const PRO_DROP: ReadonlySet<string> = new Set(['Spanish', 'Italian', 'Portuguese']);
const DETERMINER =
  /^(?:my|our|the|mein\p{L}*|unser\p{L}*|der|die|das|den|mi|mis|nuestr\p{L}+|el|la|los|las|mon|ma|mes|notre|le|les|il|lo|gli|mio|mia|miei|mie|nostr\p{L}|o|a|os|as|meu|minha|meus|minhas|noss\p{L}+|mijn|onze|ons|de|het)$/iu;
/** A verb that begins a statement whose "I" is left out. */
const BARE_VERB =
  /^(?:\p{L}{3,}ed|got|sold|ran|went|quit|left|gave|lost|bought|cut|had|took|put|broke|can|haven|desde|vivo|moro|trabalho|sou|soy)$/iu;
const ADJECTIVE =
  /^(?:new|old|own|best|closest|favou?rite|first|second|neue?[rsn]?|beste?[rn]?|eigene?[rsn]?|zweite[rsn]?|mejor|nuev[oa]|nouve(?:au|lle)|meilleure?|nuov[oa]|nov[oa]|miglior[e]?|melhor|nieuwe?|beste|whole)$/iu;
/** Between a subject and its verb: "The rent just went up". */
const ADVERB =
  /^(?:just|now|also|already|finally|recently|actually|suddenly|soon|gerade|jetzt|nun|inzwischen|ya|ahora|maintenant|enfin|adesso|ora|già|agora|já|nu|net)$/iu;
const VERB =
  /^(?:\p{L}{2,}ed|came|died|put|gave|reads|teaches|drives|quit|only|now|and|is|are|was|were|['’]s|has|have|had|will|goes|went|got|costs?|moved|changed|lives?|works?|plays?|starts?|started|leaves?|takes?|uses?|runs?|meets?|comes?|switched|joined|rose|weighs?|ist|sind|war|hat|heißt|wird|wurde|beträgt|kostet|probt|findet|es|son|era|tiene|cuesta|está|pasa|se|est|sont|était|coûte|è|sono|costa|ha|si|é|são|foi|custa|está|tem|chama|mudou|passou|subiu|zijn|heet|heeft|wordt|werd)$/iu;

const CONTRACTED = /^(?:it|that|there|what|who|he|she|here|where|let|one|baby|user)['’]s$/iu;
const AFTER_CONTRACTED = /^(?:not|been|a|an|the|my|our|in|at|on|off|now|back|gone|just|dead|going|over|out|no)$/iu;
/** What happens at a time belongs to no person: "Friday's meeting". */
const TIME =
  /^(?:today|tomorrow|yesterday|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year|january|february|march|april|may|june|july|august|september|october|november|december)$/iu;
/** Words before a place or a value. */
const PLACE = /^(?:at|to|in|with|from|for)$/iu;
const OF = /^(?:of|von|vom|de|di|van|da|do)$/iu;
/** Italian verbs before the "da" of a place, which is the Portuguese one of an owner: "lavoro da Ikea", "o chefe da Ana". */
const AT_A_PLACE = /^(?:lavor[oai]\p{L}*|abit[oa]|viv[oe]|vado|vengo|sono|sto|studio|compro)$/iu;
const OWN = /^(?:my|our|mein\p{L}*|unser\p{L}*|mi|mis|mon|ma|mes|notre|mio|mia|miei|mie|meu|minha|mijn|onze)$/iu;

/** The next one of what the speaker has once: "Mein neuer Chef ist …". English has it among the words of change. */
const OWN_NEW =
  /^(?:(?:mein|unser)e? neuer?|(?:mi|nuestr[oa]) nuev[oa]|(?:mon|ma|notre) nouve(?:l|au|lle)|(?:il |la )?(?:mi[oa]|nostr[oa]) nuov[oa]|[oa] (?:meu|minha|noss[oa]) nov[oa]|(?:mijn|onze) nieuwe) /iu;
/** Nouns from this length on may differ by their endings: "profesora" and "profesor". */
const NOUN_MIN = 5;

/** Longer statements are never compared, but one may be a single word. */
const READ_MAX = 600;

export interface Exclusivity {
  /** The later statement adds something beside the earlier one, which counts nothing. */
  readonly addsBeside: number;
  /** The later statement adds to what the earlier one counts: "I have one dog", "A second dog moved in". */
  readonly addsToCount: number;
  /** A visit or a single event without a wording of change. */
  readonly trip: number;
  /** Both name their subject, and neither occurs in the other statement. */
  readonly subjectsDiffer: number;
  /** Both are about different things of the speaker: "My dentist is …", "My doctor is …". */
  readonly ownDiffer: number;
  /** The subject of the later statement is that of the earlier one. */
  readonly sameThing: number;
  /** The later statement narrows the subject: "The rent", "The garage rent". */
  readonly narrower: number;
  /** The later statement is about what belongs to another person: "Henrik's boss". */
  readonly otherOwner: number;
  /** The later statement tells something of a person that the earlier one only names: "I'm married to Tomas", "Tomas plays golf". */
  readonly namedInPassing: number;
  readonly ended: number;
  readonly switched: number;
  readonly now: number;
  /** The later statement does not mention the speaker. */
  readonly withoutSpeaker: number;
}

function getTokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+(?:['’]s(?![\p{L}]))?/gu) ?? [];
}

/** Returns the words between the determiner that a statement begins with and its verb. */
function getSubject(tokens: readonly string[]): string[] {
  if (!DETERMINER.test(tokens[0] ?? '')) return [];
  const from = DETERMINER.test(tokens[1] ?? '') ? 2 : 1;
  const end = tokens.findIndex((token, at) => at > from && at < 7 && (VERB.test(token) || isPastVerb(token)));
  // "la clase de yoga"
  const last = OF.test(tokens[from + 1] ?? '') ? from + 3 : from + 1;
  const words = tokens.slice(from, end === -1 ? last : end).map((word) => word.toLowerCase());
  return words.filter((word) => !ADJECTIVE.test(word) && !ADVERB.test(word));
}

/** Whether tokens name what belongs to another person: "Henrik's boss", "we moved Leo's birthday", "der Chef von meinem Mann". */
function hasOtherOwner(tokens: readonly string[], older: ReadonlySet<string>): boolean {
  return tokens.some((token, at) => {
    const isKnown = (word = '') => older.has(word.toLowerCase());
    const owner = token.slice(0, -2);
    if (/['’]s$/u.test(token) && !CONTRACTED.test(token) && !TIME.test(owner) && !isKnown(token)) {
      // "My boss is Kim", "Kim's boss quit"
      if (isKnown(owner)) return at === 0 && isKnown(tokens[1]);
      const [first = '', second] = tokens.slice(at + 1, at + 3);
      const isOwned = !/(?:ed|ing|en)$/iu.test(first) && !VERB.test(first) && !AFTER_CONTRACTED.test(first);
      const isPerson = /^\p{Lu}/u.test(token) && !PLACE.test(tokens[at - 1] ?? '');
      return (isPerson && (isKnown(first) || isKnown(second))) || (at < 2 && isOwned);
    }
    const [next = '', last = ''] = tokens.slice(at + 1, at + 3);
    return (
      isKnown(token.toLowerCase()) &&
      token.length > 3 &&
      OF.test(next) &&
      !AT_A_PLACE.test(token) &&
      // "Mi hija recibe …", "La paga de mi hija …"
      (OWN.test(last) ? !isKnown(tokens[at + 3]) : /^\p{Lu}/u.test(last) && !isKnown(last))
    );
  });
}

/** Whether a later statement is about a person or thing that the earlier one only names as its value, and does not speak of the speaker. */
function isNamedInPassing(older: string, tokens: readonly string[]): boolean {
  const name = (tokens[0] ?? '').replace(/['’]s$/u, '');
  if (!/^\p{Lu}\p{L}+$/u.test(name)) return false;
  const value = older
    .split(/[\s.]+/u)
    .filter(Boolean)
    .slice(-2);
  return (
    value.includes(name) &&
    !tokens.some((token) => SPEAKER.test(token)) &&
    !/^(?:and|und|y|et|e|en)$/iu.test(tokens[1] ?? '')
  );
}

/** Reads the signs that both of two statements can be true, or that the later one replaces the earlier one. Each is 0 or 1. */
export function compareExclusivity(
  pair: { older: string; newer: string },
  { isNamed, language }: { isNamed: boolean; language: string | null },
): Exclusivity {
  const [older, newer] = [pair.older.slice(0, READ_MAX), pair.newer.slice(0, READ_MAX)];
  const [oldTokens, newTokens] = [getTokens(older), getTokens(newer)];
  const [oldSubject, newSubject] = [getSubject(oldTokens), getSubject(newTokens)];
  const oldWords = new Set(oldTokens.map((word) => word.toLowerCase()));
  const newWords = new Set(newTokens.map((word) => word.toLowerCase()));
  const isAmong = (words: ReadonlySet<string>) => (word: string) =>
    words.has(word) || (word.length >= NOUN_MIN && [...words].some((other) => isSameRoot(word, other)));
  const isNamedHere = oldSubject.some(isAmong(newWords)) || newSubject.some(isAmong(oldWords));
  const first = newTokens[0] ?? '';
  const isVerbFirst = PRO_DROP.has(language ?? '') ? !DETERMINER.test(first) : BARE_VERB.test(first);
  const isSpeakerOmitted = isVerbFirst && !oldWords.has(first.toLowerCase());
  const adds = ADDS.test(newer);
  const counts = COUNTS.test(older) && !NAMED.test(older);
  const ended = ENDS.test(newer);
  const isSameThing = oldSubject.length > 0 && newSubject.length > 0 && newSubject.every(isAmong(new Set(oldSubject)));
  const switched = SWITCHES.test(newer) || (isSameThing && OWN_NEW.test(newer));
  const said = newSubject.filter((word) => !OF.test(word) && !OWN.test(word));
  const areSubjects = oldSubject.length > 0 && newSubject.length > 0;
  const differ = areSubjects && !isNamedHere && !isNamed;
  const isKnown = (word: string) => oldWords.has(word);
  const flag = (value: boolean) => (value ? 1 : 0);
  return {
    addsBeside: flag(adds && !counts),
    addsToCount: flag(adds && counts),
    trip: flag(TRIP.test(newer) && !ended && !switched),
    ownDiffer: flag(differ && OWN.test(oldTokens[0] ?? '') && OWN.test(first)),
    subjectsDiffer: flag(differ),
    sameThing: flag(isSameThing),
    narrower: flag(newSubject.some(isKnown) && !said.every(isAmong(oldWords))),
    otherOwner: flag(hasOtherOwner(newTokens, oldWords)),
    namedInPassing: flag(!ended && !switched && isNamedInPassing(older, newTokens)),
    ended: flag(ended),
    switched: flag(switched),
    now: flag(NOW.test(newer)),
    withoutSpeaker: flag(!SPEAKER.test(newer) && !isSpeakerOmitted),
  };
}
