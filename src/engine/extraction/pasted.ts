/** Instructions about a following text: summarize, translate, review. */
const ABOUT_A_TEXT =
  /^[^\n]{0,200}?(?:\b(?:summari[sz]e|summary of|tl;?dr|translate|proofread|rewrite|rephrase|paraphrase|review|analy[sz]e|explain|improve|edit|correct|fix|read|article|code|log|logs|output|error|stack trace|document|transcript|passage|text|email|zusammenfass\w*|fasse|übersetz\w*|korrigier\w*|résume\w*|tradui\w*|corrige\w*|resume|traduce|resuma|traduza|riassumi|traduci|vertaal|samenvat\w*|vat)(?![\p{L}])|总结|翻译|要約|翻訳)[^\n]{0,120}?(?:[:：]\s|\n)/iu;
/** Longer texts may count as pasted even without an instruction before them. */
const LONG_TEXT = 3_000;
const FIRST_PERSON =
  /(?:^|[^\p{L}])(?:i|i['’]\p{L}+|my|me|we|our|ich|mein\p{L}*|wir|je|j['’]|mon|ma|mes|nous|yo|mi|mis|eu|meu|minha|io|mio|mia|ik|mijn|я|мой|моя)(?=[^\p{L}])|[我私]|나는|내/giu;

/** Removes quoted blocks and texts pasted for processing, which leaves what the author wrote. */
export function withoutPastedText(content: string): string {
  const own = content
    .replace(/"""[\s\S]*?(?:"""|$)/gu, '\n')
    .replace(/^\s*>.*$/gmu, '')
    .replace(/<(\w+)>[\s\S]{200,}?<\/\1>/gu, '\n');
  const found = ABOUT_A_TEXT.exec(own);
  const rest = found ? own.slice(found[0].length) : '';
  // A short remainder is a list or an answer rather than an article.
  if (found && rest.length > 240) return /^.*?(?=[.!?]\s[^.!?]*$)/u.exec(found[0])?.[0] ?? '';
  return own.length > LONG_TEXT && firstPersonShare(own) < 0.01 ? '' : own;
}

function firstPersonShare(text: string): number {
  return (text.match(FIRST_PERSON)?.length ?? 0) / Math.max(1, text.split(/\s+/u).length);
}
