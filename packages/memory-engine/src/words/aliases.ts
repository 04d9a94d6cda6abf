// Other names that statements give to a person or a thing: "Everybody calls Robert Lindqvist Bob."

const SAME_AS =
  '(?:is|are)(?: also| often| usually)? (?:known as|called|nicknamed|short for|an? (?:abbreviation|acronym|nickname) (?:of|for)|another name for|(?:my|our|the)(?: internal| own)? (?:name|word|nickname|code ?name|abbreviation) for)|stands for|goes by|aka|a\\.k\\.a\\.|' +
  'heißt(?: bei uns| auch)?|steht für|ist (?:unser|der|die) (?:Name|Spitzname|Abkürzung) für|est surnommée?|est le (?:nom|surnom) de|désigne|se llama también|es el (?:nombre|apodo) de|significa|è il (?:nome|soprannome) di|é o (?:nome|apelido) de|staat voor|is de naam van';
const STATED = new RegExp(`^(?<one>.{1,60}?),? (?:${SAME_AS}) (?<other>.{1,80})$`, 'iu');
const CALLED =
  /^(?:[Ee]verybody|[Ee]veryone|[Pp]eople|(?:[Mm]y |[Oo]ur )?[\p{L} ]{1,20}?|[Ww]e|[Tt]hey|I)\s(?:all |always |usually )?calls? (?<one>(?:\p{Lu}|the |my |our )[^,;:]{1,60}) (?<other>["“”'‘’]?[\p{L}\p{N}-]+["“”'‘’]?)$/u;
/** A person and his or her role: "Dr Yara Osei is the vet." */
const ROLE =
  /^(?<one>\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,3}) (?:is|ist|est|es|è|é) (?<other>(?:the|my|our|mein[e]?|unsere?|mon|ma|notre|mi|nuestr[oa]|il mio|la mia|o meu|a minha|mijn|onze) [\p{Ll} -]{2,30})$/u;
const ARTICLE = /^(?:the|my|our|an?|der|die|das|mein[e]?|unsere?|le|la|l['’]|mon|ma|el|mi|il|o|a|de|het|mijn)\s+/iu;
const WHERE = /\s(?:in|at|by|on|among|bei|im|chez|en)\s(?:the|my|our|us|here|everyone|everybody|uns|nous)\b.*$/iu;

/** Statements that give names are short. */
const STATEMENT_MAX = 200;

/** Names of one person or thing. */
export type SameNames = readonly string[];

/** Returns the names that a statement gives to one person or thing. Null without. */
export function readAliases(statement: string): SameNames | null {
  const [sentence = ''] = statement
    .slice(0, STATEMENT_MAX)
    .trim()
    .split(/[.!](?:\s|$)(?<!\b(?:Dr|Mr|Ms|Mrs)\.\s)/u);
  const { one, other } = (CALLED.exec(sentence) ?? STATED.exec(sentence) ?? ROLE.exec(sentence))?.groups ?? {};
  if (one === undefined || other === undefined) return null;
  const names = [one, ...other.split(/,\s/u)].map(toName).filter((name) => /\p{L}/u.test(name));
  return names.length > 1 ? names : null;
}

function toName(text: string): string {
  return text
    .replace(WHERE, '')
    .replaceAll(/["“”‘’]/gu, '')
    .trim()
    .replace(ARTICLE, '')
    .trim();
}

/** Returns the query with each other name of what it names. Empty if it has no such name. */
export function replaceAliases(query: string, known: readonly SameNames[]): readonly string[] {
  return known.flatMap((names) => {
    const used = names.find((name) => toPattern(name).test(query));
    if (used === undefined) return [];
    return names.filter((name) => name !== used).map((name) => query.replace(toPattern(used), () => name));
  });
}

function toPattern(name: string): RegExp {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu');
}
