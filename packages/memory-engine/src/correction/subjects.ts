// Whom or what a statement is about that speaks of no speaker: "tom lives in leeds", "the parking costs 45". Two such statements about
// different ones are both true. English, German, French, Spanish, Italian, Portuguese and Dutch.
import { isStopWord } from '../words/stop-words.js';
import { stem } from '../words/stem.js';

const ARTICLE = /^(?:the|der|die|das|el|la|los|las|l|le|les|il|lo|gli|o|os|as|de|het)$/u;
/** A word that a subject does not begin with: of the speaker, a pronoun, a question or a time. */
const NO_SUBJECT =
  /^(?:i|my|we|our|user|users|\p{L}+ly|today|yesterday|tomorrow|soon|ich|er|sie|es|wir|mein\p{L}*|unser\p{L}*|heute|gestern|jetzt|seit|ab|inzwischen|je|j|il|elle|on|nous|mon|ma|mes|notre|c|hier|maintenant|yo|mi|mis|nuestr\p{L}+|ya|ahora|ayer|hoy|desde|io|mio|mie|miei|adesso|ora|oggi|ieri|eu|meu|minha|agora|ontem|hoje|ik|mijn|wij|hij|zij|ze|ons|onze|nu|gisteren|vandaag|sinds|nutzer\p{L}*|benutzer\p{L}*|utilis\p{L}+|usuari[oa]|utente|utilizador[a]?|gebruiker)$/u;
const VERB =
  /^(?:\p{L}{2,}ed|is|are|was|were|has|had|now|no|lives|works|went|goes|got|costs?|starts|drives|smokes|eats|plays|quit|sold|left|became|ist|sind|hat|wohnt|arbeitet|lebt|kostet|fährt|raucht|wird|wurde|findet|est|sont|vit|travaille|habite|coûte|s|es|son|vive|trabaja|cuesta|tiene|se|está|ha|è|sono|abita|lavora|costa|si|é|são|mora|trabalha|mudou|foi|woont|werkt|kost|zit)$/u;
const WITH = /^(?:with|mit|avec|con|com|met)$/u;
/** What a later statement says of the thing before: "landlord raised it to 950", "ben is now my dentist". */
const REFERS =
  /^(?:it|instead|them|him|her|his|their|i|me|my|we|us|our|mine|mich|mir|mein\p{L}*|uns|unser\p{L}*|moi|mon|ma|mes|nous|notre|mi|mis|nuestr\p{L}+|mio|meu|minha|mij|mijn|ons|onze)$/u;
const REPLACED =
  /(?:instead of the|à la place d(?:u|es?(?: la)?)|au lieu d(?:u|es?(?: la)?)|statt (?:der|des|dem)|anstelle (?:der|des)|en (?:vez|lugar) de(?:l| la)|(?:invece|al posto) de(?:l|llo|lla|i)|em vez d[oa]|in plaats van (?:de|het)) (?<thing>\p{L}+)/iu;
const OWN_THING =
  /^(?:my|our|mein\p{L}*|unser\p{L}*|mon|ma|mes|notre|mi|mis|nuestr\p{L}+|(?:il |la )mi[oa]|(?:o |a )?(?:meu|minha)|mijn|onze) /iu;
/** Roles that a person can leave. Sisters, friends and pets stay what they are. */
const ROLE = new RegExp(
  `^(?<person>\\p{Lu}[\\p{L}\\p{M}]+) (?:is|ist|es|est|è|é) (?:my|our|mein\\p{L}*|unser\\p{L}*|mi|nuestr[oa]|mon|ma|notre|(?:il |la |l['’])?(?:mi[oa]|nostr[oa])|(?:o |a )?(?:meu|minha|noss[oa])|mijn|onze) (?:[\\p{L}-]+ ){0,2}(?:${[
    'flatmate|roommate|housemate|lodger|neighbou?r|landlord|landlady|boss|manager|supervisor|(?:team )?lead|colleague|co-?worker|assistant|intern|teacher|tutor|coach|trainer|doctor|gp|dentist|therapist|cleaner|nanny|babysitter|childminder|accountant|lawyer|hairdresser',
    'mitbewohner(?:in)?|nachbar(?:in)?|vermieter(?:in)?|chef(?:in)?|kolleg(?:e|in)|lehrer(?:in)?|trainer(?:in)?|\\p{L}*(?:arzt|ärztin)|therapeut(?:in)?',
    'compañer[oa]|vecin[oa]|caser[oa]|jef[ea]|profe(?:sora?)?|entrenadora?|médic[oa]|colocataire|coloc|voisine?|chef(?:fe)?|patronn?e?|prof(?:esseure?)?|collègue|médecin',
    'coinquilin[oa]|vicin[oa]|cap[oa]|colleg[ah]|maestr[oa]|insegnante|medico|allenat(?:ore|rice)|colega|vizinh[oa]|chefe|patrão|patroa|professora?|treinadora?|huisgeno(?:ot|te)|buur(?:man|vrouw)|baas|leraar|lerares|huisarts',
  ].join('|')})(?!\\p{L})`,
  'iu',
);
/** Not "retired the old server" and "moved out of the chat". */
const ENDS_THERE =
  '(?=[.,;:!]|$| (?:and|last|this|in|on|at|yesterday|today|now|after|for good|to|because|im|am|letzte\\p{L}*|gestern|heute|und|weil|ayer|en|el|la semana|hace|y|hier|et|le|ieri|il|a|e|ontem|há|gisteren|vorig\\p{L}*|afgelopen|op) )';
/** Not "left at five" and "se fue a casa". */
const IS_GONE =
  '(?=[.,;:!]|$| (?:for good|last (?:week|month|year|spring|summer|autumn|winter)|hace|para siempre)(?!\\p{L}))';
/** What follows the name of a person who leaves. */
const LEAVES = new RegExp(
  `^(?:['’]s|,)? (?:has |just |ha |hat )?(?:${[
    `(?:moved (?:out(?: of (?:the|our) (?:flat|house|apartment|room))?|away)|retired|resigned|is leaving|(?:was|got) (?:fired|let go|laid off))${ENDS_THERE}|left${IS_GONE}|quit(?=[.,;!]|$| (?:the|his|her|their) job)|left (?:us|the (?:company|team|firm|band|practice|flat|house))(?!\\p{L})|stopped (?:teaching|working)(?! (?:on|with|from) )|(?:is|was) (?:no longer|not) (?:my|our|here|with us|at|working|teaching)|isn['’]t (?:my|our)`,
    `ist (?:ausgezogen|weggezogen|in Rente|nicht mehr (?:mein|unser|da|bei|hier|im))|(?:hat )?(?:gekündigt|aufgehört)${ENDS_THERE}`,
    `(?:se (?:mudó|jubiló|ha jubilado|ha mudado)|(?:a|est) (?:démissionné|déménagée?))${ENDS_THERE}|(?:se (?:fue|ha ido|marchó)|est partie?)${IS_GONE}|ya no (?:es|trabaja|está|vive|da)|est (?:partie? )?à la retraite|a pris sa retraite|n['’]est plus (?:mon|ma|notre|là|ici)`,
    `(?:se n['’]è andat[oa]|saiu|foi-se embora)${IS_GONE}|(?:si è (?:licenziat|trasferit)[oa]|reformou-se|despediu-se)${ENDS_THERE}|è andat[oa] in pensione|non è più (?:il|la|l['’]|qui|da noi)|já não (?:é|trabalha|está|mora|dá)`,
    `is (?:vertrokken|gestopt)${IS_GONE}|is verhuisd${ENDS_THERE}|is met pensioen|is niet meer (?:mijn|onze|hier|bij)|heeft ontslag`,
  ].join('|')})(?!\\p{L})`,
  'u',
);
const UNIT =
  /^(?:euros?|dollars?|pounds?|francs?|pesos?|reais|kilos?|kg|minutes?|hours?|months?|monat|mois|mes|mese|mês|maand)$/u;
const SUBJECT_WORDS = 4;
/** Longer statements are never compared, but one may be a single word. */
const READ_MAX = 600;

/** Names with the ending of an adverb. */
const LY_NAME = /^(?:[bmtw]illy|lill?y|emily|[hmp]olly|[kn]elly|sally|carly|all?y|beverly|kimberly|everly|ely)$/u;

/** Whether a word can begin the subject of a statement about others: no word of the speaker, no pronoun, time or verb. */
export function canBeginSubject(word: string): boolean {
  const lower = word.toLowerCase();
  return LY_NAME.test(lower) || (!isStopWord(lower) && !NO_SUBJECT.test(lower) && !VERB.test(lower));
}

/** Whether a word is a verb that often follows a subject. */
export function isSubjectVerb(word: string): boolean {
  return VERB.test(word.toLowerCase());
}

interface SubjectShape {
  readonly subject: readonly string[];
  readonly words: ReadonlySet<string>;
  /** Last word after the verb that is no number, verb or unit. */
  readonly value: string | undefined;
}

function readSubject(body: string): SubjectShape | null {
  const tokens =
    body
      .slice(0, READ_MAX)
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const from = ARTICLE.test(tokens[0] ?? '') ? 1 : 0;
  const first = tokens[from] ?? '';
  // "la mia auto" is the speaker's, "mia works at bosch" speaks of a person.
  if (!canBeginSubject(first) || (from > 0 && first === 'mia')) return null;
  const end = tokens.findIndex((token, at) => at > from && (VERB.test(token) || WITH.test(token)));
  if (end === -1 || end - from > SUBJECT_WORDS) return null;
  const said = tokens.slice(end + 1).filter((word) => !/^\p{N}/u.test(word) && !isStopWord(word));
  const value = said.filter((word) => !VERB.test(word) && !UNIT.test(word)).at(-1);
  return {
    subject: tokens.slice(from, end).map(stem),
    words: new Set(tokens.map(stem)),
    value: value === undefined ? undefined : stem(value),
  };
}

/**
 * Whether two statements are about different persons or things, none of them the speaker's: "anna works at bosch", "ben now works at siemens".
 * Not if the later one refers to the earlier one, or names its value: "Anna leads the team", "Ben leads the team".
 */
export function haveDifferentSubjects(older: string, newer: string): boolean {
  const [earlier, later] = [readSubject(older), readSubject(newer)];
  if (earlier === null || later === null || [...later.words].some((word) => REFERS.test(word))) return false;
  if (earlier.value !== undefined && later.value === earlier.value) return false;
  const isWithin = ({ subject }: SubjectShape, { words }: SubjectShape) => subject.every((word) => words.has(word));
  return !isWithin(earlier, later) && !isWithin(later, earlier);
}

/**
 * Whether the later statement says that a person leaves whom the earlier one gives a role: "Sam is my flatmate", "Sam moved out". Not "Sam sold
 * the bike", after which Sam is still the flatmate.
 */
export function leavesRole(older: string, newer: string): boolean {
  const person = ROLE.exec(older.slice(0, READ_MAX))?.groups?.person;
  if (person === undefined) return false;
  const [before = '', ...after] = newer.slice(0, READ_MAX).split(person);
  return !/\p{L}$/u.test(before) && after.some((text) => LEAVES.test(text));
}

/** Whether the later statement replaces another thing than the speaker's that the earlier one names: "My car is …", "instead of the scooter". */
export function replacesAnotherThing(older: string, newer: string): boolean {
  const thing = REPLACED.exec(newer.slice(0, READ_MAX))?.groups?.thing?.toLowerCase();
  if (thing === undefined || !OWN_THING.test(older)) return false;
  return !(older.toLowerCase().match(/\p{L}+/gu) ?? []).map(stem).includes(stem(thing));
}
