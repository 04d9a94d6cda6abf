/** How speakers of a language say how to answer from now on. Texts are lowercase and without accents; `don't` stands for every way to write it. */
export interface StandingWords {
  /** Words in the spelling of the rules, with what people type for them. */
  readonly typed: Readonly<Record<string, string>>;
  /** Words before a request: it begins after each of them, as it does after a comma. */
  readonly openers: string;
  /** Lists that rules name in angle brackets: words with a space between them, or patterns. */
  readonly lists: Readonly<Record<string, string | readonly string[]>>;
  /** Requests, from the beginning of a clause. */
  readonly requests: readonly string[];
  /** Wordings that make an instruction of the sentence around them. */
  readonly anywhere: readonly string[];
  /** Likes and dislikes of the speaker, anywhere in a sentence. */
  readonly preferences: readonly string[];
}

/** Splits words at spaces. An underscore joins those of one wording. */
export function splitWords(text: string): readonly string[] {
  return text.split(' ').map((word) => word.replaceAll('_', ' '));
}

/**
 * Returns one pattern for rules. A rule is a regular expression in which `<name>` stands for one word of a list, and that begins and ends
 * with a word. Repetitions need a limit, so that the time grows with the length of a text.
 */
export function compileRules(
  rules: readonly string[],
  { lists, from }: { lists: StandingWords['lists']; from: 'lastIndex' | 'anywhere' },
): RegExp {
  const fill = (rule: string): string =>
    rule.replaceAll(/<(\w+)>/gu, (_, name: string) => {
      const list = lists[name];
      if (list === undefined) throw new Error(`No list is named ${name}.`);
      return fill(`(?:${(typeof list === 'string' ? splitWords(list) : list).join('|')})`);
    });
  const rule = `(?:${rules.map(fill).join('|')})(?!\\w)`;
  return from === 'lastIndex' ? new RegExp(rule, 'uy') : new RegExp(`(?<!\\w)${rule}`, 'u');
}
