// What a statement is about, as far as it can have one value only: a home, an employer, a diet. Two statements of one person about the same
// slot, the later one with a wording of change, are a fact and its correction even where they share no word.
// English, German, French, Spanish, Italian, Portuguese and Dutch.

import { COUNTS, FRENCH_DETERMINER } from './change-words.js';
import { JOB_ENDS, findsJob, WORK } from './work-words.js';
import { describesHome, mayLeave, outlastsMove, readMove } from './moves.js';
import { foldWord } from '../words/function-words.js';
import { OF_SOMEBODY, PERSON } from '../words/people.js';
import { wholeWords } from '../words/whole-words.js';

const LIVES = wholeWords([
  'lives? in|living in|wohn(?:e|t|en) in|leb(?:e|t|en) in|habit(?:e|ent|ons) (?:à|en|au)|viv(?:o|e|en|ono|imos|iamo) (?:en|em|in|ad?)|abit[oa] (?:ad?|in)|mor(?:o|a|am|amos) (?:em|n[oa])|woont? in',
]);
/** "Moved to" a place, not "to a new desk". */
const MOVED_TO = wholeWords([
  '(?:moved|relocated) (?:back )?to (?!(?:an?|the|my|our|his|her|bed|tears|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?!\\p{L}))\\p{L}+|nach \\p{L}+ (?:um)?gezogen|déménagé à|emménagé à|mudad[oa]s? a|mud[éó] a|trasferit[oaie] ad?|mud(?:ei-me|ou-se) para|verhuisde? naar',
]);

/** Words of each slot, with and without accents as people type them. */
const SLOTS: readonly RegExp[] = [
  // Home
  wholeWords([
    "i(?:['’]m| am)? (?:live|living)|we(?:['’]re| are)? (?:live|living)|lives? (?:in|with|by|on|at)|living (?:in|with)|home is|(?:own|new) (?:home|place|flat|house|apartment)|last box|packed|unpacked",
    'moved? (?:out|in|back|to)|relocated|settled (?:in|down)|(?:is|are|am) back in|based in|apartment|flat|roommates?|keys? to|moving to|the move|my (?:new )?address|lane|avenue|road|street|send (?:mail|letters|post)',
    `wohn\\p{L}*|zu hause|(?:um|nach .{1,20} )gezogen|eigene wohnung|viv[oie]\\p{L}*|mudad[oa]s?|piso|j[’']habite|habit\\p{L}+|vis|déménag(?:é|er)(?! ${FRENCH_DETERMINER})|appartement|abit[oi]\\p{L}*|trasferit[oiae]|casa`,
    'umgezogen|mud[éo]|mudó|mudei(?:-me)?|mudou(?:-se)?|emménag\\p{L}+|wohnt|wohnen|umzug|mudanza|mudança|verhuizing|mor[oa]|moramos|mudámos|mudamos|woont?|wonen|verhuisde?|vit|eigen huis',
  ]),
  WORK,
  // Partner
  wholeWords([
    'dating|engaged|girlfriend|boyfriend|fianc[eé]e?|married|single again|broke up|split up|divorced|separated|tied the knot|(?:my|the) (?:wife|husband|partner)',
    "(?:bin|sind) (?:\\p{L}+ ){0,4}zusammen|getrennt|freundin|novi[ao]|hemos dejado|sors avec|c[’']est fini|séparés?|fidanzat[oa]|(?:la mia|il mio) ragazz[oa]|sto con (?!(?:gli|i|le|il|la|lo|mi[aeo]|miei|tutti|un|una|amic[ih]e?) )\\p{L}+|lasciati|namorad[oa]|uit elkaar|verkering",
  ]),
  // Diet
  wholeWords([
    'vegetarian|vegan|diet|eat (?:meat|fish|dairy|cheese|gluten|eggs)|meat|dairy|cheese|intolerance|vegetarier(?:in)?|fleisch|ernähr\\p{L}*|vegetarian[oa]|carne|végétarien(?:ne)?|viande|vegetari[aë]r|vlees',
  ]),
  // Smoking
  wholeWords(['smok(?:e|ing|er)|cigarettes?|rauche|zigaretten|fum(?:o|ar|e|er|are)|rook|roken']),
  // Drinks
  wholeWords([
    'coffees?|caffeine|decaf|alcohol|wine|beer|sober|drink(?:s|ing)?|kaffee|café|caffè|koffie|vino|vinho|bier|wein|wijn',
  ]),
  // Vehicle and way to work
  wholeWords([
    'dr(?:ives?|iving)|car|ride|vespa|motorbike|scooter|fahre (?:einen|eine|jetzt)|conduzco|coche|carro|voiture|roule|conduis|guid[oa]|macchina|conduzo|auto|rijd',
  ]),
  wholeWords([
    '(?:take|by) (?:the )?(?:bus|train|tube|tram)|commut\\p{L}+|cycle (?:in|to work)|(?:walk|bike|drive|cycle) (?:in|to work)|get to work|work from home|al trabajo|au travail|zur arbeit|al lavoro|naar (?:het|mijn) werk',
  ]),
  // Devices
  wholeWords([
    '(?:phone )?number is|numero|número|numéro|nummer|reach me|my number|new number|sim(?: card)?|(?:text|ring|phone) me|(?:handy|telefon|telefoon|mobil|ruf)nummer',
  ]),
  wholeWords([
    'phone|iphone|android|pixel|smartphone|fairphone|samsung|galaxy|handy|móvil|téléphone|telemóvel|telefono',
  ]),
  wholeWords(['laptop|macbook|notebook|computer']),
  // Money
  wholeWords(['bank|money|account']),
  wholeWords(['salary|raise|earn']),
  // Dates
  wholeWords(["name is|(?:i|it|she|he)(?:[’']s|[’']m| am) (?:called|\\p{Lu}\\p{L}+ \\p{Lu})|surname"]),
  // Team, school, plans
  wholeWords(['team|mov(?:ed|ing) me|joined|department|report to']),
  wholeWords([
    'kindergarten|school|primary|secondary|college|university|stud(?:y|ies|ying)|major(?:ing)?|degree|graduated|dropped out|switched to|appl(?:y|ied|ying) for',
    'studiere (?:in|an)|étudie (?:à|en|au)|estudio en|studio (?:a|in|all)|estudo (?:em|n[ao])|studeer (?:in|aan)|uni|universit\\p{L}+|universidade?|hochschule',
  ]),
  wholeWords(["want to (?:become|be|study)|(?:i(?:[’']m| am)) training (?:as|to be)|saving for|goes into|dream job"]),
  // Favorites
  wholeWords([
    'favou?rite|my thing|all about|go-to|prefers?|for me|liebling\\p{L}*|lieblings\\p{L}+|favorit[oa]|préférée?|preferit[oa]|lievelings\\p{L}+|prefier[oe]|prefiro|preferisco',
  ]),
  // Sport
  wholeWords([
    'gym|workouts?|football|soccer|tennis|badminton|hockey|judo|yoga|running|swim(?:ming)?|fútbol|futebol|calcio|palestra|fitness',
  ]),
  // Prices
  wholeWords(['listen to|playlists?|stream(?:s|ing)?|music (?:service|app)']),
  wholeWords(['provider|broadband|internet|network|carrier|contract']),
  wholeWords(['\\d+ ?(?:mg|ml|mcg|µg|milligrams?|drops|units|tablets|pills)']),
  // Addresses, days and times
  wholeWords(['[\\w.+-]+@[\\w.-]+|e-?mail']),
  // "Landlord agreed to 1380", unlike "my landlord is 60".
  wholeWords([
    'rent|miete|alquiler|loyer|affitto|renda|huur|aluguel',
    '(?:landlord|landlady|vermieter(?:in)?|caser[oa]|propriétaire|padron[ea] di casa|senhori[oa]|huisbaas)(?= (?!(?:is|ist|es|est|è|é) )(?:\\p{L}+ ){1,4}\\p{N}{3})',
  ]),
  // Appointments and deadlines
  // Pets and children
  wholeWords([
    'child(?:ren)?|kids?|baby|pregnant|(?:our|my) (?:first|second|third|fourth|little)|(?:was|is) born|little (?:girl|boy)',
  ]),
  // Health
  wholeWords(['weigh|kilos?|kg|pounds|scale']),
  // How to answer
  wholeWords([
    'bullet points?|bullets|paragraphs|answers?|reply in|talk to me in|write (?:me|to me)|call me|be called|pronouns|dark mode|light mode|tabs|spaces',
  ]),
  // Age, hair, subscriptions, status
  wholeWords(["birthday|years old|(?:i(?:[’']m| am)) \\d+"]),
  wholeWords(['hair']),
  wholeWords(['(?:free|pro|basic|premium|paid) plan|subscription|upgraded']),
  wholeWords(['get up|wake up|alarm']),
  wholeWords(['boss|manager|report to|took over|chef|chefin|jef[ea]|cheffe|capo|baas']),
  wholeWords([
    'single|engaged|married|geheiratet|verlobt|mariée?s?|fiancée?s?|casad[oa]s?|casé|casei|sposat[oaie]|getrouwd|verloofd|a couple|met someone|dating|girlfriend|boyfriend|seeing someone|ledig|vergeben|freundin|célibataire|en couple|copine|copain|solter[oa]|novi[oa]|pareja|fidanzat[oa]|solteir[oa]|namorad[oa]|vrijgezel|verkering',
  ]),
  wholeWords(['looking for a job|signed a contract|job hunt(?:ing)?|hired']),
  // Tools at work
  wholeWords([
    'databases?|postgres|mysql|runs on|written in|rewr(?:ote|itten)|migrat\\p{L}+|deploy\\p{L}*|host(?:ed|ing)|datenbank|umgestiegen|editor',
  ]),
  // Languages and instruments that are learned
];

/** Home, job, partner, diet and smoking, which are those of one person. */
const PERSONAL_SLOTS = SLOTS.slice(0, 5);

/** Of these, one can have several at a time. */
const OPEN_SLOTS: readonly RegExp[] = [
  wholeWords([
    'appointment|deadline|meeting|flight|wedding|demo|party|termin|friseurtermin|reunión|cita|rendez-vous|réunion|riunione|appuntamento|consulta|reunião|vergadering|afspraak|training|clase|cours|corso|lezione|lesson|class|aula|les',
  ]),
  wholeWords([
    'pets?|kitten|puppy|cats?|dogs?|katzen?|hunde?|gat[oi]s?|perros?|chats?|chiens?|cane|cani|cã(?:o|es)|hond(?:en)?|katten?',
  ]),
  wholeWords(['allerg(?:y|ies|ic)|allerg\\p{L}+|alérgic[oa]']),
  wholeWords([
    'learning|learn|lerne|estudi[oa]|estudo|apprends|studio|leer|cambié|troquei|violin|cello|guitar|piano|klavier|gitarre|play the',
  ]),
  wholeWords([
    'doctor|dentist|dr|therapist|gp|arzt|ärztin|hausarzt|hausärztin|médic[oa]|doctora?|médecin|docteur|medico|dottor(?:essa)?|doutora?|dokter|huisarts',
  ]),
];

/** A person after one of these is with the speaker: "I live with my parents". */
const WITH = /^(?:with|from|to|bei|mit|con|chez|avec|com|bij|met|casa)$/iu;
/** One more than there were before. */
const ONE_MORE = wholeWords([
  'second|third|fourth|fifth|another|zweite[rsn]?|dritte[rsn]?|vierte[rsn]?|segund[oa]|tercer[oa]?|cuart[oa]|deuxième|troisième|quatrième|second[oa]|terz[oa]|quart[oa]|terceir[oa]|tweede|derde|vierde',
]);
/** Words before the person who gets something. */
const GIVES = /^(?:for|got|gave|bought|sent|für|pour|para|per|voor)$/iu;
/** What is read or watched at a time, and how one says that it is finished. */
const UNDERWAY = wholeWords([
  'reading|current (?:read|book|show|series)|watching|halfway through|in the middle of|lese|schaue|lis|lire|regarde|leo|leyendo|viendo|leggo|leggendo|guardando|leio|lendo|assistindo|lees|kijk',
]);
const FINISHED = wholeWords([
  'finished|done with|wrapped up|completed|through with|end of|durch|ausgelesen|fertig|zu ende|fini|terminée?|acab(?:é|ado|ei)|termin(?:é|ado|ei|ato)|finit[oa]|uit|uitgelezen',
]);
/** What wordings say with certainty, models of meaning may put far apart. */
const CERTAIN_COSINE = 0.6;
/** A name before the verb puts two homes of one person further apart: "My sister Anna lives …", "Anna moved …". */
const MOVE_COSINE = 0.8;
const SUBJECT_WORDS = 7;
/** Statements that are compared have 45 words at most. A long text without spaces must not cost more than they do. */
const READ_MAX = 600;
const SPEAKER = /^(?:I|we|ich|wir|je|j|nous|yo|nosotr[oa]s|io|noi|eu|nós|ik|wij|we)$/iu;

/** Returns the slots that a statement is about, with the place of the first word that says so. */
export function findSlots(text: string): ReadonlyMap<RegExp, number> {
  const found = [...SLOTS, ...OPEN_SLOTS].map(
    (slot) => [slot, slot.exec(text.slice(0, READ_MAX))?.index ?? -1] as const,
  );
  return new Map(found.filter(([, at]) => at !== -1));
}

const areBothAbout = (slots: readonly RegExp[], one: string, other: string) =>
  slots.some((slot) => slot.test(one.slice(0, READ_MAX)) && slot.test(other.slice(0, READ_MAX)));

/** Whether both texts are about the home, job, partner, diet or smoking of a person. */
export const sharePersonalSlot = (one: string, other: string): boolean => areBothAbout(PERSONAL_SLOTS, one, other);

/** Whether both texts are about something that has one value only. */
export const shareSlot = (one: string, other: string): boolean => areBothAbout(SLOTS, one, other);

export interface SlotPair {
  /** Whether both are about the same slot of the same person, and the later one has a wording of change. */
  readonly slot: 0 | 1;
  /** The same for a slot that can have several values at a time. */
  readonly openSlot: 0 | 1;
  /** Least cosine for wordings that alone say that the later one replaces the earlier one: "I quit", "I work at Bosch". 0 for others. */
  readonly certainCosine: number;
  /** Whether one is about somebody else than the other. */
  readonly isOtherPerson: boolean;
  /** Whether the later one is a move after which the earlier one is still true. */
  readonly outlasts: boolean;
}

/**
 * Compares two statements.
 * @param how whether the later one has a wording of change, whether it ends what the earlier one names, whether it repeats a name of the
 * earlier one, whether it takes back a value of the earlier one, and whether it stops all that the earlier one says
 */
export function compareSlots(
  pair: { older: string; newer: string },
  {
    isChanged,
    isEnded,
    isNamed,
    isTakenBack,
    isStopped,
  }: { isChanged: boolean; isEnded: boolean; isNamed: boolean; isTakenBack: boolean; isStopped: boolean },
): SlotPair {
  const [older, newer] = [pair.older.slice(0, READ_MAX), pair.newer.slice(0, READ_MAX)];
  const [earlier, later] = [nameOther(older), nameOther(newer)];
  // "My roommate is called Ben" is outdated by "Ben moved out".
  const move = readMove(newer);
  // "I moved from Bonn to Lisbon" is about no one else in Bonn.
  const canName = later === null && isNamed && move === null;
  const isOtherPerson =
    (earlier !== later && !canName && !isCounted(later, older, newer) && !(isChanged && isOwnerOf(earlier, newer))) ||
    (earlier === null && isForOther(newer));
  const isFinished = isNamed && UNDERWAY.test(older) && FINISHED.test(newer);
  const isHired = findsJob(older, newer);
  const isLater = (isChanged || isFinished || isTakenBack || isStopped || isHired) && !isOtherPerson;
  const isSame = (slots: readonly RegExp[]) => slots.some((slot) => slot.test(older) && slot.test(newer));
  // "I sold the Golf" ends what "I drive a Golf" says, whatever it is about.
  const isHomeLeft = move !== null && mayLeave(older, move) && (describesHome(older) || LIVES.test(older));
  const isMove = isLater && (isHomeLeft || (LIVES.test(older) && MOVED_TO.test(newer)));
  const isCertain =
    isLater &&
    (isTakenBack ||
      isStopped ||
      isHired ||
      isCounted(later, older, newer) ||
      (WORK.test(older) && JOB_ENDS.test(newer)));
  const certainCosine = isMove ? MOVE_COSINE : isCertain ? CERTAIN_COSINE : 0;
  const isSlot = isLater && (isEnded || isFinished || isCertain || isMove || isSame(SLOTS));
  const outlasts = move !== null && outlastsMove(older, move);
  return {
    slot: isSlot ? 1 : 0,
    openSlot: isLater && isSame(OPEN_SLOTS) ? 1 : 0,
    certainCosine,
    isOtherPerson,
    outlasts,
  };
}

/** Whether the speaker changes something of the person of the earlier statement: "My son gets 5 pounds", "I put my son's pocket money up". */
function isOwnerOf(person: string | null, newer: string): boolean {
  if (person === null || !SPEAKER.test(newer.split(/[\s'’]/u)[0] ?? '')) return false;
  const [, thing] = new RegExp(`(?:my|our) ${person}['’]s (\\p{L}+)`, 'iu').exec(newer) ?? [];
  return thing !== undefined && !PERSON.test(thing);
}

/** Whether the person is one more of those whom the earlier statement counts: "We have two sons", "Our third son was born". */
function isCounted(person: string | null, older: string, newer: string): boolean {
  if (person === null || !COUNTS.test(older) || !ONE_MORE.test(newer)) return false;
  // "Zwei Brüder", "ein Bruder" and "due sorelle", "una sorella".
  return foldWord(older).includes(foldWord(person).replace(/[aeo]$/u, ''));
}

/** Whether a statement says what the speaker did for another person: "I got Dad a new phone", "I bought oat milk for the guests". */
function isForOther(text: string): boolean {
  const words = text.split(/[\s,.;:!?()]+/u);
  return words.some((word, at) => {
    const previous = words[at - 1] ?? '';
    const isReceiver = GIVES.test(previous) || (OF_SOMEBODY.test(previous) && GIVES.test(words[at - 2] ?? ''));
    return PERSON.test(word) && isReceiver;
  });
}

/** Returns whom a statement is about, if it begins with another person. */
function nameOther(text: string): string | null {
  const [clause = ''] = text.split(/[,.;:!?()]\s/u);
  const words = clause.split(/[\s.]+/u).slice(0, SUBJECT_WORDS);
  if (SPEAKER.test(words[0] ?? '')) return null;
  const before = (place: number) => words.slice(Math.max(0, place - 3), Math.max(0, place));
  const place = words.findIndex((word, at) => PERSON.test(word) && before(at).some((own) => OF_SOMEBODY.test(own)));
  return place === -1 || before(place).some((word) => WITH.test(word))
    ? null
    : (words[place] ?? '').toLowerCase().replace(/['’]s$/u, '');
}
