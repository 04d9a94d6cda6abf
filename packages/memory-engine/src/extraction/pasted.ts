import { wholeWords } from '../words/whole-words.js';

/** Instructions about a following text: summarize, translate, review. */
const ABOUT_A_TEXT =
  /^[^\n]{0,200}?(?:\b(?:summari[sz]e|summary of|tl;?dr|translate|proofread|rewrite|rephrase|paraphrase|review|analy[sz]e|explain|improve|edit|correct|fix|read|article|code|log|logs|output|error|stack trace|document|transcript|passage|text|email|zusammenfass\w*|fasse|übersetz\w*|korrigier\w*|résume\w*|tradui\w*|corrige\w*|resume|traduce|resuma|traduza|riassumi|traduci|vertaal|samenvat\w*|vat)(?![\p{L}])|总结|翻译|要約|翻訳)[^\n]{0,120}?(?:[:：]\s|\n)/iu;
/** Says that the text follows, so that a short one is pasted as well. */
const THE_TEXT =
  /(?<!\p{L})(?:below|following|unten|folgende[nrms]?|ci-dessous|suivante?|siguiente|seguinte|seguente|qui sotto|onderstaande|volgende)(?!\p{L})|(?<!\p{L})(?:this|these|dies\p{L}{0,2}|cet?(?:te)?|est[ea]|quest[oa]|ess[ea]|dit|deze)(?: \p{L}+)?\s*[:：]?\s$/iu;
const LEAST_LENGTH = { named: 60, other: 240 } as const;
/**
 * Words of another in quotation marks, also single ones, where a line or a sentence begins or behind a colon: 'My landlord wrote: "I am raising
 * the rent."', '"The woods are lovely, dark and deep" - who wrote that?'
 */
const QUOTATION =
  /(?<=^\s{0,9}|[:：]\s{0,2}|[.!?]\s)(?:["“„«][^"“”„«»\n]{15,2000}["”“»]|['‘‚](?=\p{L})[^\n]{15,2000}?[\p{L}\p{N}.!?…]['’‘](?=$|[\s.,;:!?)]))/gmu;
/** Longer texts may count as pasted even without an instruction before them. */
const LONG_TEXT = 3_000;
const FIRST_PERSON =
  /(?:^|[^\p{L}])(?:i|i['’]\p{L}+|my|me|we|our|ich|mein\p{L}*|wir|je|j['’]|mon|ma|mes|nous|yo|mi|mis|eu|meu|minha|io|mio|mia|ik|mijn|я|мой|моя)(?=[^\p{L}])|[我私]|나는|내/giu;

/** Removes quoted blocks and texts pasted for processing, which leaves what the author wrote. */
export function withoutPastedText(content: string): string {
  const unquoted = content.replace(/"""[\s\S]*?(?:"""|$)/gu, '\n').replace(/^[^\S\n]*>.*$/gmu, '');
  // The sign of npm ends no sentence.
  const own = withoutQuotations(withoutElements(unquoted.replace(/(?<=\bnpm )ERR!/giu, 'ERR')));
  const found = ABOUT_A_TEXT.exec(own);
  const rest = found ? own.slice(found[0].length) : '';
  // A short remainder is a list or an answer rather than an article.
  if (found && rest.length > LEAST_LENGTH[THE_TEXT.test(found[0]) ? 'named' : 'other'])
    return /^.*?(?=[.!?]\s[^.!?]*$)/u.exec(found[0])?.[0] ?? '';
  return own.length > LONG_TEXT && firstPersonShare(own) < 0.01 ? '' : own;
}

const ADDRESSED =
  /(?:^|[\s"“„«'‘])(?:Dear|Hi|Hello|Hey|Sehr geehrter?|Liebe[rs]?|Hallo|Chère?|Bonjour|Estimad[oa]|Querid[oa]|Hola|Gentile|Car[oa]|Prezad[oa]|Olá|Beste|Geachte) (?!(?:Sir|Madam|All|Team|Everyone|Customer|Client|Damen|Kolleg\p{L}*|Monsieur|Madame)(?:[ ,!:\n]|$))((?:(?:Mr|Mrs|Ms|Mx|Dr|Prof|Herr|Frau|Mme|Sra?|Srta|Sig|Dott|heer|mevrouw)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)(?=\s*[,!:\n])/mu;

/** "My boss wrote to me:" before a text, which is then addressed to its author. */
const RECEIVED = wholeWords([
  "(?:e-?mailed|wrote(?: to)?|sent|texted|messaged|answered|replied to|told) (?:me|us)|(?:i|we)(?:['’]ve)? (?:just )?(?:got|received)",
  '(?:mir|uns) [^.!?\\n]{0,40}(?:geschrieben|geschickt|gekündigt|gemailt|geantwortet)|(?:schrieb|schreibt|schickte?) (?:mir|uns)|(?:habe?|haben) [^.!?\\n]{0,40}(?:bekommen|erhalten|gekriegt)',
  "(?:m['’]|nous )(?:a|ont) (?:\\p{L}+ )?(?:écrit|envoyé|répondu)|(?:j['’]ai|on a|nous avons) (?:\\p{L}+ )?reçu",
  '(?:me|nos) (?:ha|han|escrib\\p{L}+|envi\\p{L}+|mand\\p{L}+)|(?:he|hemos) recibido|recibí|(?:mi|ci) (?:ha|hanno) (?:scritto|mandato|inviato|risposto)|(?:ho|abbiamo) ricevuto',
  '(?:me|nos) (?:escreveu|mandou|enviou)|(?:escreveu|mandou|enviou)-(?:me|nos)|recebi|(?:mij|me|ons) [^.!?\\n]{0,40}(?:gestuurd|geschreven|gemaild)|(?:stuurde|schreef|mailde) (?:mij|me|ons)|(?:kreeg|ontving) (?:ik|we)',
]);

/** Returns the person that a pasted text of a message is addressed to: "Dear Mr. Hill, …". Null for its author, and for what the author writes. */
export function findAddressee(content: string): string | null {
  const found = ADDRESSED.exec(content);
  const name = found?.[1] ?? null;
  if (name === null || RECEIVED.test(content.slice(0, found?.index))) return null;
  return withoutPastedText(content).includes(name) ? null : name;
}

/** A message that is one quotation is what its author says. */
function withoutQuotations(text: string): string {
  const rest = text.replace(QUOTATION, '\n');
  return /\p{L}/u.test(rest) ? rest : text;
}

function firstPersonShare(text: string): number {
  return (text.match(FIRST_PERSON)?.length ?? 0) / Math.max(1, text.split(/\s+/u).length);
}

/** Replaces each element, such as `<article>…</article>`, of at least 200 characters inside by a line break. Linear: one expression for it looks for the end of each tag. */
function withoutElements(text: string): string {
  const ends = findEndTags(text);
  let rest = '';
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(/<(\w+)>/gu)) {
    if (index < from) continue;
    const later = ends.get(name) ?? [];
    while ((later.at(-1) ?? Infinity) < index + tag.length + 200) later.pop();
    const end = later.at(-1);
    if (end === undefined) continue;
    rest += `${text.slice(from, index)}\n`;
    from = end + name.length + '</>'.length;
  }
  return rest + text.slice(from);
}

/** Positions of the end tags by name, the first one last. */
function findEndTags(text: string): Map<string, number[]> {
  const ends = new Map<string, number[]>();
  for (const { 1: name = '', index } of text.matchAll(/<\/(\w+)>/gu)) {
    const positions = ends.get(name);
    if (positions) positions.push(index);
    else ends.set(name, [index]);
  }
  for (const positions of ends.values()) positions.reverse();
  return ends;
}
