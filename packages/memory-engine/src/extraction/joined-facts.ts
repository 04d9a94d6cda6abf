// Sentences that join facts of the speaker, each of which can change by itself: "My name is Ana, I'm 34 and I have two kids", "I live in Berlin
// and work at Bosch". English, German, French, Spanish, Italian, Portuguese and Dutch.

import { ENDS, NOW, SWITCHES } from '../correction/change-words.js';
import { readStatement } from '../correction/statement-shape.js';
import { wholeWords } from '../words/whole-words.js';
import { readEventDate } from './event-date.js';
import { GRAMMARS, isMood, type SpeakerGrammar } from './speaker-grammar.js';
import { BACK, TIED } from './subject-clauses.js';

/** Ties a clause to another one: contrast, choice, a limit, or a place that was named before. */
const TIES = wholeWords([
  'but|yet|or|nor|both|either|neither|not only|until|till|between|together|otherwise|though|weg|here|nearby|next door|upstairs|downstairs|same|these|those|that|like this',
  'aber|sondern|oder|doch|bis|zwischen|zusammen|beide[sn]?|hier|dort|jedoch|trotzdem|weder|noch',
  "mais|ou|jusqu['’]\\p{L}+|entre|ensemble|ici|là|pourtant|ni",
  'pero|sino|hasta|entre|junt[oa]s|aquí|allí|ahí|ni|così|fino|insieme|oppure|però|né',
  'mas|até|aqui|ali|nem|maar|tot|samen|hier|daar|noch|beide',
]);
const ALSO = wholeWords(['also|auch|aussi|également|también|anche|também|ook']);
/** At the end of a sentence, a time or a companion may belong to each activity before: "I cook and sing on Sundays". */
const SHARED_END = wholeWords([
  'on|every|each|during|for|with|at night|in the (?:morning|evening|afternoon)s?|daily|sometimes|a lot|all day',
  'am|jede[nrs]?|während|mit|abends|morgens|täglich|oft|viel|tous|toutes|chaque|avec|le (?:soir|matin)|souvent|beaucoup',
  'los|todos|todas|cada|con|mucho|siempre|ogni|tutti|tutte|spesso|molto|sempre|com|muito|elke|met|vaak|veel',
]);
/** Words before the first clause. */
const LEAD =
  /^(?:(?:hi|hey|hello|hallo|hola|ciao|olá|bonjour|salut|hoi|ok|okay|so|well|btw|fyi|anyway|by the way),? )+/iu;
/** A noun that stands for something unknown, or for itself, ends before the next verb: "I have kids and work …" is open. */
const BARE_OBJECT = /^\p{Ll}+$/u;
/** "I think I'm …", "the house I own". */
const SPEAKER_INSIDE = /(?<!\p{L})(?:(?:i|ich|je|ik|yo|io|eu)(?=[ '’])|j['’])/iu;
/** "I play the cello", "tomo el tren": "the" names nothing that was named before. */
const PLAYS = /^(?:play|take|toco|tomo|suono|prendo|joue|prends|spiele|nehme|speel|neem)$/iu;
/** "The CEO of Acme", "die Leiterin von Acme": a role with its place. */
const OF = /(?<!\p{L})(?:of|at|von|bei|de|du|del|di|do|da|van|bij)(?!\p{L})/iu;
const isSeveral = (subject: string) => /^(?:we|wir|nous|wij)(?!\p{L})/iu.test(subject);
/** "Ho due cani e sono piccoli": Italian has one word for "I am" and "they are". */
const SEVERAL =
  /^(?!\p{N}+ anni(?!\p{L}))(?:due|tre|quattro|cinque|sei|dei|delle|degli|molt[ie]|tant[ie]|\p{N}+)(?!\p{L})/iu;
/** What one has for the moment of a chat. */
const ABOUT_DIALOG = wholeWords([
  'minutes?|no time|questions?|problems?|requests?|issues?|ideas?|favou?r|errors?|bug|fragen?|bitte|fehler|problème|erreur|pregunta|duda|problema|error|domanda|errore|pergunta|dúvida|erro|vraag|probleem|fout',
]);
const LIVES = /^(?:live|wohnen?|leben?|habite|habitons|vis|vivons|woon|wonen|leef)$/iu;
const NEGATED = /(?:n['’]?t|not|never|ne|n['’]) ?$/iu;
const CLAUSES_MAX = 8;

interface Clause {
  readonly text: string;
  /** The speaker, and what stands before the verb. Empty where it is left out. */
  readonly subject: string;
  readonly verb: string;
  readonly rest: string;
}

/** Where the speaker was born, which is no change: the sentence may go on with what lasts. */
const BORN = wholeWords(['i was born', 'geboren', 'je suis née?', 'nací', 'sono nat[oa]', 'nasci']);

/** Splits a sentence that joins facts of the speaker into these, each with its subject. Returns other sentences as they are. */
export function splitJoined(sentence: string): string[] {
  const [, body = '', end = ''] = /^(.+?)([.!]*)$/u.exec(sentence) ?? [];
  const read = body.replaceAll(/(?<=\p{N})[.:](?=\p{N})/gu, ' ').replace(BORN, ' ');
  if (/["“”„«»():?!.\n…]/u.test(read) || [TIED, TIES, ENDS, SWITCHES].some((words) => words.test(read)))
    return [sentence];
  for (const grammar of GRAMMARS) {
    const clauses = readClauses(body, grammar);
    if (clauses.length < 2 || clauses.length > CLAUSES_MAX) continue;
    if (clauses.every((clause, index) => isFact(clause, { grammar, before: clauses[index - 1] })))
      return complete(clauses, grammar).map((text) => `${text}${end}`);
  }
  return [sentence];
}

/** Returns the clauses that begin with the speaker, or with a verb of what lasts. Empty if the sentence begins with another clause. */
function readClauses(body: string, grammar: SpeakerGrammar): Clause[] {
  const lead = LEAD.exec(body)?.[0] ?? '';
  const first = readClause(body.slice(lead.length), grammar);
  if (first === null || (first.subject === '' && !grammar.isProDrop)) return [];
  const joints = new RegExp(`\\s*[,;] (?:(?:${grammar.and}) )?| (?:${grammar.and}) `, 'giu');
  const clauses: Clause[] = [];
  let from = 0;
  const addUpTo = (to: number) => {
    const text = body.slice(from, to);
    const clause = readClause(from === 0 ? text.slice(lead.length) : text, grammar);
    if (clause !== null) clauses.push({ ...clause, text });
  };
  for (const { 0: joint, index } of body.matchAll(joints)) {
    const next = index + joint.length;
    if (next <= lead.length || readClause(body.slice(next), grammar) === null) continue;
    addUpTo(index);
    from = next;
  }
  addUpTo(body.length);
  return clauses;
}

/** Reads the clause about the speaker that a sentence begins with. Null if it begins with another one. */
export function readSpeakerClause(sentence: string): Pick<Clause, 'verb' | 'rest'> | null {
  for (const grammar of GRAMMARS) {
    const clause = readClause(sentence, grammar);
    if (clause !== null && (clause.subject !== '' || grammar.isProDrop)) return clause;
  }
  return null;
}

/** Whether a text begins with a clause of what lasts for the speaker: "i live in Turin", unlike "i have a question". */
export function tellsLasting(text: string): boolean {
  return GRAMMARS.some((grammar) => {
    const [clause] = readClauses(text, grammar);
    if (clause === undefined || !isLasting(clause.verb, grammar)) return false;
    const isOpen = BACK.test(clause.rest) || TIES.test(clause.rest) || ABOUT_DIALOG.test(clause.rest);
    return !isOpen && !namesKnown(clause, grammar) && isFact(clause, { grammar, before: undefined });
  });
}

/** Two moments of other years and months: a period that contains one of them does not contain the other. */
const MOMENTS = [Date.UTC(2026, 0, 15), Date.UTC(2027, 6, 15)];

/** Whether a text names the time of an event, whenever it is said: "in May", unlike "today". */
const namesTime = (text: string) => MOMENTS.some((saidAt) => readEventDate(text, saidAt) !== null);

/** Whether a text begins with a clause of the speaker about a plan with its time, or about what goes on: "I'm running the marathon in May". */
export function tellsPlan(text: string): boolean {
  return GRAMMARS.some((grammar) => {
    const [clause] = readClauses(text, grammar);
    if (clause === undefined || clause.subject === '' || grammar.ruling.test(clause.verb)) return false;
    if (BACK.test(clause.rest) || TIES.test(clause.rest) || ABOUT_DIALOG.test(clause.rest)) return false;
    return HAS_BEEN.test(text) || (!isMood(clause.rest) && namesTime(text));
  });
}

/** Whether a text begins with a clause of several speakers about what they do: "we deploy to Fly.io", unlike "we need it". */
export function tellsOurWay(text: string): boolean {
  return GRAMMARS.some((grammar) => {
    const [clause] = readClauses(text, grammar);
    if (clause === undefined || !isSeveral(clause.subject) || grammar.ruling.test(clause.verb)) return false;
    if ([BACK, TIES, ABOUT_DIALOG].some((words) => words.test(clause.rest))) return false;
    return !namesKnown(clause, grammar) && isFact(clause, { grammar, before: undefined });
  });
}

/** "I've been a crane operator for 14 years" */
const HAS_BEEN = /^(?:i|we)(?:['’]?ve| have) (?:now )?been (?:an? |\p{L}+ing |in |at |with ).*(?:for|since) /iu;

function readClause(text: string, grammar: SpeakerGrammar): Clause | null {
  const subject = grammar.subject.exec(text)?.[0] ?? '';
  const [, verb = '', rest = ''] =
    /^ ?(['’]?[\p{L}\p{M}]+(?:['’-]\p{L}+)*) ?(.*)$/u.exec(text.slice(subject.length)) ?? [];
  if (verb === '' || ((subject === '' || grammar.isProDrop) && !isLasting(verb, grammar))) return null;
  return { text, subject, verb, rest };
}

const isLasting = (verb: string, { lasting, lastingOfSeveral, taste }: SpeakerGrammar) =>
  [lasting, lastingOfSeveral, taste].some((verbs) => verbs?.test(verb));

/** Whether a clause states what lasts, and is clear without the others. */
function isFact(
  { text, subject, verb, rest }: Clause,
  { grammar, before }: { grammar: SpeakerGrammar; before: Clause | undefined },
): boolean {
  const { being, having } = grammar;
  if (rest === '' || SPEAKER_INSIDE.test(rest)) return false;
  if (!BORN.test(text)) {
    if (grammar.ruling.test(verb) || (grammar === GRAMMARS[0] && readStatement(text).isMainPast)) return false;
    if (being.test(verb) && (isMood(rest) || grammar.isDoing.test(rest))) return false;
    if (having.test(verb) && grammar.hasDone.test(rest)) return false;
  }
  if (before === undefined) return true;
  if (BACK.test(text.replace(ALSO, '')) || NOW.test(text)) return false;
  if (namesKnown({ verb, rest }, grammar)) return false;
  if (verb === 'sono' && SEVERAL.test(before.rest) && !/^\p{L}+[oa](?!\p{L})/u.test(rest)) return false;
  // "We raise money and I'm the treasurer", "I collect stamps and we are at 300".
  if (being.test(verb) && subject !== '' && before.subject !== '' && isSeveral(subject) !== isSeveral(before.subject))
    return false;
  if (subject !== '' && !grammar.isProDrop) return true;
  return !isOpen({ verb, rest }, { grammar, before });
}

/** Whether a clause is about something that was probably named before: "I love the food", unlike "I am the head of sales". */
function namesKnown({ verb, rest }: Pick<Clause, 'verb' | 'rest'>, { the, being }: SpeakerGrammar): boolean {
  return the.test(rest) && !PLAYS.test(verb) && !(being.test(verb) && OF.test(rest));
}

/** Whether a clause without a pronoun may be part of the one before. */
function isOpen(
  { verb, rest }: Pick<Clause, 'verb' | 'rest'>,
  { grammar, before }: { grammar: SpeakerGrammar; before: Clause },
): boolean {
  const { being, having, lasting, lastingOfSeveral, alsoNoun, taste, isProDrop } = grammar;
  const isState = [being, having, LIVES].some((verbs) => verbs.test(before.verb));
  if (alsoNoun.test(verb) && BARE_OBJECT.test(before.rest) && !being.test(before.verb)) return true;
  if (isProDrop) return false;
  const isSameForm = [lasting, lastingOfSeveral].some(
    (verbs) => verbs?.test(before.verb) && (verbs.test(verb) || taste.test(verb)),
  );
  return !isSameForm || NEGATED.test(before.subject) || (SHARED_END.test(rest) && !isState);
}

/** Gives each clause the subject of the one before if it has none. */
function complete(clauses: readonly Clause[], { isProDrop }: SpeakerGrammar): string[] {
  const isCapital = /^\p{Lu}/u.test(clauses[0]?.text ?? '');
  let last = '';
  return clauses.map(({ text, subject }) => {
    const isLeftOut = subject === '' && !isProDrop;
    if (!isLeftOut) last = subject.trim();
    const own = isLeftOut ? `${toSubject(last, text)}${text}` : text;
    return isCapital ? own.charAt(0).toUpperCase() + own.slice(1) : own;
  });
}

/** Returns the subject before a verb: "je travaille", "j'habite". */
function toSubject(subject: string, verb: string): string {
  if (!/^j(?:e|['’])/iu.test(subject)) return `${subject} `;
  return /^[aeéèêiouhy]/iu.test(verb) ? `${subject.charAt(0)}'` : `${subject.charAt(0)}e `;
}
