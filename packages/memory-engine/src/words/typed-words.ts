// Short forms of a phone's keyboard, by language. Rules read the long forms; memories keep what was typed.

/** A pattern of what people type, and what they mean. A word that is also one of another language needs the words behind it. */
const TYPED: Readonly<Record<string, readonly (readonly [typed: string, meant: string])[]>> = {
  English: [
    ['u', 'you'],
    ['ur', 'your'],
    ['pl[sz]s?', 'please'],
    ['idk', 'i do not know'],
    ['nvm', 'never mind'],
    ['sry|srry', 'sorry'],
    ['(?<!an )rn', 'right now'],
    ['tho', 'though'],
    ['wh?ats', 'what is'],
    ['wat(?= if(?!\\p{L}))', 'what'],
  ],
  German: [
    ['hab', 'habe'],
    ['nich', 'nicht'],
    ['gehts', 'geht es'],
  ],
  French: [
    ['(?:j|ch)sui?s?|chui', 'je suis'],
    ['jai', "j'ai"],
    ['c(?= (?:quoi|pas|bon|tout|trop|le|la|une?)(?!\\p{L}))', "c'est"],
    ['jsp', 'je sais pas'],
    ['bcp', 'beaucoup'],
  ],
  Spanish: [
    ['[qk](?= \\p{L})', 'que'],
    ['[xp]q', 'porque'],
    ['tbn?|tmb', 'también'],
    ['toy', 'estoy'],
    ['gra[xc]s?', 'gracias'],
  ],
  Italian: [
    ['nn', 'non'],
    ['ke', 'che'],
    ['cs', 'cosa'],
    ['cmq', 'comunque'],
    ['[xp]er?k[eé]|xk[eé]', 'perché'],
    ['grz', 'grazie'],
  ],
  Portuguese: [
    ['vc', 'você'],
    ['oq', 'o que'],
    ['eh', 'é'],
    ['d\\+', 'demais'],
    ['vlw', 'valeu'],
    ['blz', 'beleza'],
    ['mto|mt', 'muito'],
    ['pfv', 'por favor'],
  ],
  Dutch: [
    ['mn', 'mijn'],
    ['ff', 'even'],
    ['vd', 'van de'],
  ],
};

const MEANT = Object.values(TYPED).flat();
const SHORT = new RegExp(
  `(?<![\\p{L}\\p{N}'’])(?:${MEANT.map(([typed]) => `(${typed})`).join('|')})(?![\\p{L}\\p{N}'’])`,
  'giu',
);
/** "jsais", "jpeux": the French pronoun joined to its verb. */
const JOINED_PRONOUN =
  /(?<![\p{L}\p{N}])j(?=(?:sais|peux|veux|vais|comprends?|pense|crois|fais|connais|cherche)(?!\p{L}))/giu;

/** Writes out the short forms of a text: "u" becomes "you", "nn" becomes "non". Other words stay. */
export function spellOut(text: string): string {
  return text.replaceAll(JOINED_PRONOUN, 'je ').replaceAll(SHORT, (_typed, ...groups: readonly unknown[]) => {
    const at = groups.slice(0, MEANT.length).findIndex((group) => group !== undefined);
    return MEANT[at]?.[1] ?? '';
  });
}
