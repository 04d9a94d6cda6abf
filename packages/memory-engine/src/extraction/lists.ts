/** Headings of lists about a person: "My goals for this year:". */
const HEADING =
  /^\s*(?:#+\s*|\*\*)?((?:(?:here are|these are|voici|hier sind|estos son|estas son|aqui estão|ecco|dit zijn)\s+)?(?:my|our|i|we|i['’]m|mein\p{L}*|unser\p{L}*|ich|wir|mes|mon|ma|nos|je|mis?|nuestr\p{L}+|meus|minhas|meu|minha|i miei|le mie|mio|mia|mijn|onze|ik|мои|мой|我的|我|私の)(?![\p{L}])[^\n]{0,100}?)(?:\*\*)?\s*[:：](?:\*\*)?\s*$/iu;
const ITEM = /^\s*(?:[-*+•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?:\[[ xX]\]\s+)?(\S.*)$/u;
const itemsMax = 50;

export interface ListItems {
  readonly rest: string;
  readonly statements: readonly string[];
}

/** Prefixes each item of a list about a person with the heading, so that the item is clear on its own. */
export function splitLists(text: string): ListItems {
  const lines = text.split('\n');
  const rest: string[] = [];
  const statements: string[] = [];
  let heading: string | null = null;
  for (const line of lines) {
    const item: string | undefined = ITEM.exec(line)?.[1];
    if (heading !== null && item !== undefined && statements.length < itemsMax) {
      statements.push(`${heading}: ${item.trim()}`);
      continue;
    }
    if (heading !== null && line.trim() === '') continue;
    heading = HEADING.exec(line)?.[1]?.trim() ?? null;
    rest.push(line);
  }
  return { rest: rest.join('\n'), statements };
}
