// Later statements with a wording of an end or a change that leave the earlier one true. English, German, French, Spanish, Italian, Portuguese
// and Dutch.
import { OF_SOMEBODY } from '../words/people.js';
import { stem } from '../words/stem.js';
import { wholeWords } from '../words/whole-words.js';
import { ENDS, NOW, STOPS, SWITCHES } from './change-words.js';
import { readCues } from './cues.js';
import type { StatementShape } from './statement-shape.js';

const ONE_DAY = wholeWords([
  "today|yesterday|last night|this (?:morning|afternoon|evening)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|heute|gestern|aujourd[’']hui|hier|hoy|ayer|oggi|ieri|hoje|ontem|vandaag|gisteren",
]);
const NOT_DONE = wholeWords([
  "didn[’']?t|did not|haven[’']?t|skipped|missed|(?:habe?|haben) .{0,40}(?:keine?[nrs]?|nicht)|(?:n[’']ai|n[’']avons) (?:pas|rien)|no (?:he|hemos|pude|fui|tomé|comí|bebí)|non (?:ho|abbiamo|sono)|não (?:fui|bebi|comi|fiz|tomei)|heb .{0,40}(?:geen|niet)",
]);

/** Whether a statement says what was not done on one day, which ends no habit: "I didn't run this morning". */
export function isExceptionOfOneDay(newer: string): boolean {
  return ONE_DAY.test(newer) && NOT_DONE.test(newer) && !STOPS.test(newer) && !NOW.test(newer);
}

const DAY_BEFORE = wholeWords([
  'yesterday|last night|this morning|gestern|heute morgen|hier|ce matin|ayer|anoche|esta mañana|ieri|stamattina|ontem|esta manhã|gisteren|vanochtend',
]);
const CLOCK = wholeWords(['at|by|until|um|bis|à|a las?|alle|às|om|tot']);

/** Whether a statement says when something was on one day, which changes no habit: "I get up at six", "Yesterday I got up at ten". */
export function isTimeOfOneDay(older: StatementShape, newer: StatementShape): boolean {
  const areTimes = [older, newer].every(({ body, numbers }) => numbers.size > 0 && CLOCK.test(body));
  return areTimes && DAY_BEFORE.test(newer.body) && ![ENDS, SWITCHES, NOW].some((changes) => changes.test(newer.body));
}

/** The speaker has a thing, and the statement says nothing else of it: "We have a hot tub". */
const HAS_THING =
  /^(?:(?:i|we)(?:['’]ve got| have(?: got)?| own)|(?:ich|wir) haben?|(?:j['’]ai|nous avons|on a)|tengo|tenemos|ho|abbiamo|tenho|temos|(?:ik|we) heb(?:ben)?) (?:an?|eine?n?|une?|un[ao]?|uma?|een) ((?:[\p{L}-]+ ){0,2}[\p{L}-]+)[.!]?$/iu;
const ITS =
  /^(?:the|my|our|d(?:er|ie|as|en)|mein\p{L}*|unser\p{L}*|l[aeo]|l['’]|mon|ma|notre|el|mi|nuestr[oa]|il|(?:il |la )?(?:mi[oa]|nostr[oa])|[oa]|(?:[oa] )?(?:meu|minha|noss[oa])|de|het|mijn|onze?) ?/iu;
const OUT_OF_ORDER = wholeWords([
  'broken|cracked|closed (?:for|until)|kaputt|cassée?|rott[oa]|avariou|avariad[oa]|stuk',
]);

/** Whether the later statement says how a thing is that the speaker has by the earlier one: "We have a hot tub", "The hot tub is out of order". */
export function describesOwnThing(older: StatementShape, newer: StatementShape): boolean {
  const thing = HAS_THING.exec(older.body)?.[1]?.toLowerCase();
  if (thing === undefined) return false;
  const isAbout = newer.body.toLowerCase().replace(ITS, '').startsWith(`${thing} `) && ITS.test(newer.body);
  const isEnded = ENDS.test(newer.body) || readCues(newer.body).end > 0;
  return isAbout && (!isEnded || OUT_OF_ORDER.test(newer.body));
}

const LIKES = wholeWords([
  "like|love|enjoy|prefer|mag|liebe|trinke gern\\p{L}*|esse gern\\p{L}*|j[’']aime|j[’']adore|gustan?|encantan?|piac(?:e|ciono)|adoro|gosto|hou van|lust",
]);
const USED_UP = wholeWords([
  "there(?:[’']s| is| are)(?: no|n[’']t any) .{1,40}(?:left|any ?more)|(?:ran|run|are) out of|(?:don[’']t|do not) have any|es gibt .{0,20}kein\\p{L}* .{1,40}mehr|haben? .{0,10}kein\\p{L}* .{1,40}mehr (?:da|zu hause)",
  "il n[’']y a plus|(?:n[’']ai|n[’']avons) plus de|no queda\\p{L}*|no hay|non c[’']è più|non abbiamo più|já não há|acabou(?:-se)?|er is geen|hebben geen",
]);

/** Whether what the speaker likes is only used up: "I like coffee", "There is no coffee left". */
export function isOnlyUsedUp(older: string, newer: string): boolean {
  return LIKES.test(older) && USED_UP.test(newer);
}

/** Not "no longer", which may end a life: "Fritz lebt nicht mehr". */
const STOPS_DOING = wholeWords([
  '(?:stopped|quit) (?=\\p{L}+ing(?!\\p{L}))|aufgehört|arrêté de|(?:dejó|ha dejado) de|smesso di|(?:deixou|parou) de|gestopt|opgehouden',
]);

/** Whether the later statement is about the being that the earlier one names, and stops something else: "Mein Hund heißt Bello", "Bello hat aufgehört zu bellen". */
export function stopsSomethingElse(older: StatementShape, newer: StatementShape): boolean {
  const name = newer.subjectName;
  if (name === null || !older.stems.has(name) || !STOPS_DOING.test(newer.body)) return false;
  return ![...older.stems.keys()].some((key) => key !== name && newer.stems.has(key));
}

const PART =
  /(?<!\p{L})(?:in|on|for|an|auf|für|in|sur|pour|dans|en|para|su|per|em|op|voor) (?:my|our|meine?[nrms]?|unsere?[nrms]?|mon|ma|mes|notre|mi|mis|il mio|la mia|meu|minha|mijn|onze?) (\p{L}+)/iu;

/** Whether the later statement changes a part of the speaker's thing: "My car is a Fiat", "I changed the oil in my car". */
export function changesPart(older: StatementShape, newer: StatementShape): boolean {
  const thing = PART.exec(newer.body)?.[1]?.toLowerCase();
  const [own = '', first] = older.words;
  return (
    thing !== undefined &&
    /^(?:my|our|mein\p{L}*|unser\p{L}*|mon|ma|notre|mi|il|la|o|a|mijn|onze?)$/u.test(own) &&
    first === thing
  );
}

/** Gets another one of what was given away: "I sold my old guitar and bought a better one". */
const ANOTHER_OF_ITS_KIND = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?:bought|got|ordered|have|for|with) (?:myself |me |us )?(?:an?|another|some|two) (?:\\p{Ll}+ ){0,3}ones?',
    'eine?[nrs]? \\p{Ll}+e[nrs]? (?:gekauft|geholt|besorgt|bestellt)|een \\p{Ll}+e (?:gekocht|gehaald|besteld)',
    '(?:en ai|en avons|en a) (?:acheté|pris|commandé)|ne (?:ho|abbiamo) (?:comprat|pres|ordinat)[oaie]',
    '(?:compr\\p{L}+|tengo|temos|tenemos|tenho) (?:un[oa]s?|uns|umas?|um|otr[oa]s?|outr[oa]s?) (?:más \\p{Ll}+|mais \\p{Ll}+|mejor(?:es)?|melhor(?:es)?|nuev[oa]s?|nov[oa]s?|mayor|maior)',
  ].join('|')})(?!\\p{L})`,
  'u',
);
const ONE_OF_A_KIND = /^(?:an?|eine?[nmrs]?|une?|un[ao]?|uma?|een)$/u;
const THE = /^(?:the|der|die|das|le|la|les|l|el|los|las|il|lo|gli|o|os|as|de|het)$/u;
/** Words from an article to its noun: "a red Yamaha guitar". */
const TO_NOUN = 3;

/**
 * Whether the later statement replaces a thing by another one of its kind, and the earlier one says what the speaker does with such things: "I play
 * the guitar", unlike "I have a Yamaha guitar".
 */
export function replacesByItsKind(older: StatementShape, newer: StatementShape): boolean {
  if (!ANOTHER_OF_ITS_KIND.test(newer.body)) return false;
  const shared = older.words.flatMap((word, at) => (newer.stems.has(stem(word)) ? [at] : []));
  // "The guitar is out of tune."
  const isSubject = (at: number) => at <= TO_NOUN && THE.test(older.words[0] ?? '');
  const isOwn = (word: string) => ONE_OF_A_KIND.test(word) || OF_SOMEBODY.test(word);
  const isThing = (at: number) => isSubject(at) || older.words.slice(Math.max(0, at - TO_NOUN), at).some(isOwn);
  return shared.length > 0 && !shared.some(isThing);
}

/** What is called off, behind or before the verb. */
const CALLED_OFF =
  /(?<!\p{L})(?:(?:cancel+ed|called off|annulé|cancel(?:ado|é|amos|ámos|ei)|annullato|disdetto|desmarc(?:ado|ámos|ei)) (?:(?:the|our|my|le|la|les|el|los|las|il|lo|o|a|notre|mon|ma|nuestr[oa]|mi|nosso|nossa) )?(?<behind>\p{L}+)|(?<!(?<!\p{L})(?:der|die|das|de[nm]?|het|ein\p{L}*|een|unser\p{L}*|mein\p{L}*|onze?|mijn) )(?<!\p{L})(?<before>\p{L}+) (?:abgesagt|storniert|afgezegd|geannuleerd))(?!\p{L})/iu;
/** No name of what is called off. */
const IT =
  /^(?:it|them|that|this|everything|all|on|for|yesterday|today|haben|hab|wieder|tout|todo|tudo|tutto|alles|wir|hebben|heb|weer)$/iu;

/** Whether the later statement calls off a thing that the earlier one does not name: "We fly to Porto", "We cancelled Sintra, Lena has seen enough castles". */
export function callsOffAnother(older: StatementShape, newer: StatementShape): boolean {
  const { behind, before } = CALLED_OFF.exec(newer.body)?.groups ?? {};
  const thing = behind ?? before;
  if (thing === undefined || IT.test(thing) || !/^\p{Lu}/u.test(thing)) return false;
  return !older.body.toLowerCase().includes(thing.toLowerCase());
}
