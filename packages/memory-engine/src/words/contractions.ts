const NOT = 'do|does|did|is|are|was|were|have|has|had|could|should|would';
/** English contractions as typed without their apostrophe. Words of their own, such as "ill" and "were", are left out. */
const BARE = new RegExp(
  `(?<![\\p{L}\\p{N}'-])(?:(i)(m|ve)|(${NOT}|ca|wo)(nt)|(you|they)(re|ve)|(we)(ve)|(he|she|it|that|there|what)(s))(?![\\p{L}\\p{N}'-])`,
  'giu',
);
const APOSTROPHE = /(?<=\p{L})['’‘´](?=(?:m|ve|s|t)(?!\p{L}))|(?<=\p{L})(?<!(?<!\p{L})we)['’‘´](?=re(?!\p{L}))/giu;
const LONG_FORMS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(i) am(?!\p{L})/giu, '$1m'],
  [/(?<!\p{L})(i) (liv)e(?!\p{L})/giu, '$1m $2ing'],
  [/(?<!\p{L})(i) (work|study|teach)(?!\p{L})/giu, '$1m $2ing'],
  [/(?<!\p{L})(i|you|they|we) have(?!\p{L})/giu, '$1ve'],
  [/(?<!\p{L})(you|they) are(?!\p{L})/giu, '$1re'],
  [/(?<!\p{L})(he|she|it|that) is(?!\p{L})/giu, '$1s'],
  [new RegExp(`(?<!\\p{L})(${NOT}) not(?!\\p{L})`, 'giu'), '$1nt'],
  [/(?<!\p{L})can ?not(?!\p{L})/giu, 'cant'],
];

/** Puts the apostrophes into English contractions: "im" becomes "i'm", "dont" becomes "don't". */
export function withApostrophes(text: string): string {
  return text.replaceAll(BARE, (word: string) => {
    const end = /(?:nt|m|ve|re|s)$/iu.exec(word)?.[0] ?? '';
    const start = word.slice(0, word.length - end.length);
    return end.toLowerCase() === 'nt' ? `${start}n't` : `${start}'${end}`;
  });
}

/** Shortens English forms to contractions without an apostrophe: "I am" and "I'm" become "Im". */
export function withoutApostrophes(text: string): string {
  let short = text.replaceAll(APOSTROPHE, '');
  for (const [long, contracted] of LONG_FORMS) short = short.replaceAll(long, contracted);
  return short;
}
