export interface GroupedMemory {
  readonly text: string;
  readonly categories: readonly string[] | null;
}

export interface CategoryGroup {
  readonly category: string;
  readonly texts: readonly string[];
}

const noCategory = 'misc';

/** Groups texts by category, largest group first, then by name. A text appears once in each of its groups. */
export function groupByCategory(memories: readonly GroupedMemory[]): CategoryGroup[] {
  const groups = new Map<string, Map<string, string>>();
  for (const { text, categories } of memories) {
    for (const category of categories?.length ? categories : [noCategory]) {
      const texts = groups.get(category) ?? new Map<string, string>();
      groups.set(category, texts);
      const key = text.trim().toLowerCase();
      if (!texts.has(key)) texts.set(key, text.trim());
    }
  }
  return [...groups]
    .map(([category, texts]) => ({ category, texts: [...texts.values()] }))
    .sort((a, b) => b.texts.length - a.texts.length || (a.category < b.category ? -1 : 1));
}

const textsOfCategory = 5;
const charactersMax = 4_000;
const textMax = 300;

/** Summarizes memories without a model: per category a line of up to five texts, about 4,000 characters at most. */
export function summarize(memories: readonly GroupedMemory[]): string {
  const told = new Set<string>();
  const lines: string[] = [];
  let length = 0;
  for (const { category, texts } of groupByCategory(memories)) {
    const fresh = texts.filter((text) => !told.has(text));
    if (fresh.length === 0) continue;
    for (const text of fresh) told.add(text);
    const shown = fresh.slice(0, textsOfCategory).map(asSentence);
    const rest = fresh.length - shown.length;
    const line = `${category.replaceAll('_', ' ')}: ${shown.join(' ')}${rest > 0 ? ` (and ${rest} more)` : ''}`;
    if (length > 0 && length + line.length > charactersMax) break;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

function asSentence(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  if (characters.length > textMax) return `${characters.slice(0, textMax - 1).join('')}…`;
  return /[.!?…。！？]$/.test(text) ? characters.join('') : `${characters.join('')}.`;
}
