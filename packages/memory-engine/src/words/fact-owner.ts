// Whose fact a memory is: "My sister lives in Oslo" answers no question for the speaker's home, and "I live in Hamburg" none for the sister's.
// English, German, French, Spanish, Italian, Portuguese and Dutch, as people type them.

import { isFunctionWord } from './function-words.js';
import { OF_SOMEBODY, PERSON } from './people.js';
import { stem } from './stem.js';
import { isStopWord } from './stop-words.js';

const SPEAKER =
  /^(?:i|me|my|mine|myself|we|us|our|ours|ich|mich|mir|wir|uns|mein\p{L}*|unser\p{L}*|je|moi|mon|ma|mes|nous|notre|nos|yo|mí|mis?|me|conmigo|nosotr[oa]s|nuestr\p{L}+|io|mi[oae]|miei|noi|nostr\p{L}+|eu|mim|comigo|meus?|minhas?|nós|noss\p{L}+|ik|mij|mijn|wij|ons|onze|users?|nutzer\p{L}*|benutzer\p{L}*|utilis\p{L}+|usuari[oa]|utente|utilizador\p{L}*|gebruiker|[ijm]['’]\p{L}+)$/u;
/** A verb of the speaker without a pronoun, at the beginning of a fact: "vivo en Sevilla", "Lavoro in banca". */
const OWN_VERB =
  /^(?:non |no |não )?(?:soy|estoy|sono|ho|sto|sou|estou|vou|voy|\p{L}{3,}o (?:en|in|a|em|n[oa]|num|numa|como|come|con|com|per|para|por|de|da|un|una|um|uma|el|la|il|lo|o|al|alla))(?!\p{L})/u;
/** The same in a question: "¿Dónde vivo?", "Che macchina guido?", "A que sou alérgica?". */
const ASKS_OWN_VERB =
  /^(?:(?:a|de|di|em|en|in|con|com) )?(?:d[óo]nde|dove|onde|cu[áa]ndo|quando|c[óo]mo|come|cosa|qué|que|che|qual|quale|cuál) (?:(?:cosa|\p{L}+) )?(?:(?:soy|estoy|sono|ho|sto|sou|estou)(?: \p{L}+)?|\p{L}{3,}o)$/u;
/** What only people do. */
const PERSON_VERB =
  /^(?:lives|lived|works|worked|drives|plays|likes|loves|prefers|eats|drinks|smokes|studies|speaks|teaches|owns|hates|enjoys|rides|wohnt|lebt|arbeitet|fährt|spielt|mag|liebt|isst|trinkt|raucht|studiert|spricht|hasst|habite|vit|travaille|conduit|joue|aime|préfère|mange|boit|fume|étudie|parle|vive|trabaja|conduce|juega|toca|come|bebe|fuma|estudia|habla|abita|lavora|guida|gioca|suona|ama|mangia|beve|studia|parla|mora|trabalha|conduz|joga|gosta|estuda|fala|woont|leeft|werkt|rijdt|speelt|eet|drinkt|rookt|studeert|spreekt)$/u;
const IS = /^(?:is|was|ist|wurde|est|es|nació|è|é|foi)$/u;
const OF_PEOPLE =
  /^(?:all[eé]rg\p{L}+|al[eé]rg\p{L}+|v[eé]g[eé]tari\p{L}+|co?el[ií]a[ck]\p{L}*|c[oœ]eliaque|diab[eéè]t\p{L}+|pregnant|schwanger|enceinte|embarazada|incinta|grávida|zwanger|vegan\p{L}*|born|geboren|née?|nat[oa]|married|verheiratet|mariée?|casad[oa]|sposat[oa]|getrouwd)$/u;
/** "It's", "today's": no name. */
const NO_NAME =
  /^(?:it|he|she|that|this|there|here|what|who|where|when|how|let|today|tonight|yesterday|tomorrow|everyone|everybody|someone|somebody|nobody|ich|er|sie|es|wir|heute|jetzt|il|elle|on|él|ella|lui|lei|ele|ela|hij|zij|ze|who|wer|qui|quién|chi|quem|wie|wat|was|qué|che|que)$/u;
/** These ask for people, so that a fact about another person may be the answer. */
const ASKS_FOR_PEOPLE =
  /(?<![\p{L}\p{N}])(?:who|whom|whose|wer|wem|wen|wessen|qui|quién(?:es)?|chi|quem|wie (?:is|zijn|ken|heb)|child(?:ren)?|kids?|kinder(?:en)?|enfants?|niñ[oa]s?|bambin[oi]|crianças?|famil\p{L}+|siblings?|relatives?|people|(?:some|any|every)(?:one|body)|jemand\p{L}*|quelqu['’]un|alguien|qualcuno|alguém|iemand|geschwister|verwandt\p{L}*|leute|gens|gente|persone|pessoas|mensen)(?![\p{L}\p{N}])/u;
/** "What do I need to remember?": what is true of others may decide it. */
const ASKS_FOR_PLANS =
  /(?<![\p{L}\p{N}])(?:plans?|need|should|must|ought|remember|consider|invite|muss|müssen|soll\p{L}*|brauche|dois|devrais|debo|debería|devo|dovrei|deveria|moet|zou)(?![\p{L}\p{N}])/u;
const OF = /^(?:of|von|vom|de|da|do|d['’]|di|del|della|van)$/u;
/** A fact that begins so tells nothing of another person. "We live in York" may. */
const BEGINS_AS_SPEAKER = /^(?:i|i['’]\p{L}+|ich|je|j['’]\p{L}+|yo|io|eu|ik)$/u;
/** A person after one of these is with the speaker: "I live with my parents". */
const WITH = /^(?:with|from|to|bei|mit|con|chez|avec|com|bij|met)$/u;
/** "A Rita trabalha em Braga". */
const ARTICLE_OF_NAME = /^[OoAa] (?=\p{Lu}\p{Ll})/u;
const SUBJECT_WORDS = 7;
const READ_MAX = 600;

interface Person {
  /** Stems of the words that name the person. */
  readonly names: readonly string[];
  /** Positions of the words around the person that say whose: "my", "my sister's". */
  readonly around: readonly number[];
  /** Whether a word such as "sister" names the person. */
  readonly isRelated: boolean;
}

function readTokens(text: string): string[] {
  const tokens = text
    .slice(0, READ_MAX)
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]*)?/gu);
  return tokens ?? [];
}

const toName = (token: string) => stem(token.replace(/['’]s?$/u, ''));

/** Lists the people of the speaker or of others that a text names: "my sister", "Tom's brother". "My sister's husband" is the husband. */
function listPeople(tokens: readonly string[]): (Person & { readonly at: number })[] {
  return tokens.flatMap((token, at) => {
    const own = [at - 1, at - 2].find((place) => OF_SOMEBODY.test(tokens[place] ?? ''));
    if (own === undefined || !PERSON.test(token)) return [];
    // "My sister's husband" counts once, as the husband.
    if (/['’]s?$/u.test(token) && PERSON.test(tokens[at + 1] ?? '')) return [];
    const wider = OF_SOMEBODY.test(tokens[own - 1] ?? '') ? [own - 1, own] : [own];
    // "The husband of my sister", "der Mann meiner Schwester".
    const before = OF.test(tokens[own - 1] ?? '') ? own - 2 : own - 1;
    const isOfPerson = PERSON.test(tokens[before] ?? '') && !OF_SOMEBODY.test(tokens[before] ?? '');
    return isOfPerson
      ? [{ names: [toName(tokens[before] ?? '')], around: [...wider, at], at: before, isRelated: true }]
      : [{ names: [toName(token)], around: wider, at, isRelated: true }];
  });
}

/** Returns the person that a fact begins with, if that is a name before what only people do: "tom works at a bakery", "Tom's favorite color". */
function readNamed(tokens: readonly string[]): Person | null {
  const [first = '', second = ''] = tokens;
  const isName = (token: string) =>
    /^\p{L}{2,}$/u.test(token) && !isStopWord(token) && !NO_NAME.test(token) && !SPEAKER.test(token);
  const name = (...names: string[]) => ({ names: names.map(toName), around: [], isRelated: false });
  if (/['’]s$/u.test(first) && isName(first.slice(0, -2))) return name(first);
  const isAct = (at: number) =>
    PERSON_VERB.test(tokens[at] ?? '') || (IS.test(tokens[at] ?? '') && OF_PEOPLE.test(tokens[at + 1] ?? ''));
  if (!isName(first)) return null;
  if (isAct(1)) return name(first);
  return isName(second) && isAct(2) ? name(first, second) : null;
}

/** Whether a fact begins with the name of a person and what only people do: "Anna is allergic to nuts". */
export function isAboutNamedPerson(text: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(text) && readNamed(readTokens(text.replace(ARTICLE_OF_NAME, ''))) !== null;
}

/** Whether a verb and the word after it say what only people are: "is allergic". */
export const isStateOfPeople = (verb: string, state: string) => IS.test(verb) && OF_PEOPLE.test(state);

interface Owner {
  /** Whether the text speaks of the speaker, other than to say whose sister it means. */
  readonly isOwn: boolean;
  /** Whether the text begins with the speaker alone. */
  readonly startsOwn: boolean;
  /** The other person that the text begins with. Null: it begins with no person, or tells something of the speaker. */
  readonly other: Person | null;
  /** Stems of the words, without those that only say whose sister it means. */
  readonly names: ReadonlySet<string>;
}

function readOwner(text: string): Owner {
  const tokens = readTokens(text);
  const people = listPeople(tokens);
  const around = new Set(people.flatMap((person) => person.around));
  const hasOwnVerb = OWN_VERB.test(tokens.join(' '));
  const isOwn = hasOwnVerb || tokens.some((token, at) => SPEAKER.test(token) && !around.has(at));
  const names = new Set(tokens.flatMap((token, at) => (around.has(at) ? [] : [toName(token)])));
  const [person] = people;
  const isFirst =
    person !== undefined && person.at < SUBJECT_WORDS && !tokens.slice(0, person.at).some((token) => WITH.test(token));
  const other = isFirst ? person : readNamed(readTokens(text.replace(ARTICLE_OF_NAME, '')));
  return {
    isOwn,
    startsOwn: hasOwnVerb || BEGINS_AS_SPEAKER.test(tokens[0] ?? ''),
    other: isOwn ? null : other,
    names,
  };
}

/**
 * Returns which facts are about another person than the queries: "My sister lives in Oslo" beside "I live in Hamburg" for "Where do I live?", and
 * the reverse for "Where does my sister live?". A fact stays unless one about the right person has the same words of the queries.
 * @param queries the query, also with other names of what it names
 */
export function listFactsOfOthers(queries: readonly string[], facts: readonly string[]): ReadonlySet<string> {
  const asked = queries.map(readAsked);
  const topics = [...new Set(asked.flatMap((query) => query.topics))];
  const owned = facts.map((fact) => ({ fact, ...readOwner(fact), shared: readShared(topics, fact) }));
  const isNamed = ({ other }: Owner) =>
    other?.names.some((name) => asked.some(({ names }) => names.has(name))) === true;
  const leaveOut = (others: typeof owned, right: typeof owned) => {
    const isAnswered = ({ shared }: (typeof owned)[number]) =>
      shared.length > 0 && right.some((own) => shared.every((word) => own.shared.includes(word)));
    return new Set(others.filter(isAnswered).map(({ fact }) => fact));
  };
  if (asked.every(({ isAboutSpeaker }) => isAboutSpeaker))
    return leaveOut(
      owned.filter((own) => own.other && !isNamed(own)),
      owned.filter(({ isOwn }) => isOwn),
    );
  // "Plan a dinner with my wife" is not about the wife alone.
  if (asked.some(({ isOwn, other }) => isOwn || other === null)) return new Set();
  const right = owned.filter((own) => own.other?.isRelated && isNamed(own));
  const known = right.flatMap(({ other }) => other?.names ?? []);
  // Not facts that begin with a name, which may be that of the sister.
  const isOfOther = (own: Owner) =>
    (own.startsOwn || own.other?.isRelated) && !known.some((name) => own.names.has(name));
  return leaveOut(owned.filter(isOfOther), right);
}

function readAsked(query: string) {
  const tokens = readTokens(query);
  const text = tokens.join(' ');
  const { isOwn, other, names } = readOwner(query);
  const asksOwn = isOwn || ASKS_OWN_VERB.test(text);
  const isAboutPeople =
    ASKS_FOR_PEOPLE.test(text) || ASKS_FOR_PLANS.test(text) || tokens.some((token) => PERSON.test(token));
  const topics = tokens.map(toBare).filter((token) => token.length >= 3 && !isFunctionWord(token));
  return { isOwn: asksOwn, other, names, topics, isAboutSpeaker: asksOwn && !isAboutPeople };
}

/** Without the ending of a possessive and the beginning of an elision: "sister's", "j'habite". */
const toBare = (token: string) => token.replace(/['’]s?$/u, '').replace(/^\p{L}{1,2}['’]/u, '');

/** Returns which words of the queries a fact has, in any form: "live" and "lives", "vivo" and "vive". */
function readShared(topics: readonly string[], fact: string): string[] {
  const words = readTokens(fact).map(toBare);
  return topics.filter((topic) => words.some((word) => isSameWord(topic, word)));
}

function isSameWord(left: string, right: string): boolean {
  if (left === right || stem(left) === stem(right)) return true;
  const length = Math.min(left.length, right.length);
  return (
    length >= 4 && Math.abs(left.length - right.length) <= 2 && left.slice(0, length - 1) === right.slice(0, length - 1)
  );
}
