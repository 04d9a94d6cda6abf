import { readFile } from 'node:fs/promises';
import { DEFAULT_CATEGORIES, type Category } from '@memory-gateway/memory-engine';

/** A text, and the categories of its catalog that are expected. */
export interface Statement {
  readonly text: string;
  readonly catalog: readonly Category[];
  readonly wanted: ReadonlySet<string>;
  /** Fit as well, and are not expected. */
  readonly accepted: ReadonlySet<string>;
}

/**
 * Reads `bench/categories/<name>.txt`: `# …` is a comment, `text | category, (accepted category)` a statement, and `@catalog default` or
 * `@catalog name: description; …` the catalog of those that follow.
 */
export async function readStatements(name: string): Promise<Statement[]> {
  const file = await readFile(new URL(`${name}.txt`, import.meta.url), 'utf8');
  const found: Statement[] = [];
  let catalog = DEFAULT_CATEGORIES;
  for (const line of file.split('\n').filter((text) => text.trim() !== '' && !text.startsWith('#'))) {
    if (line.startsWith('@catalog ')) catalog = readCatalog(line.slice('@catalog '.length));
    else {
      const [text = '', names = ''] = line.split('|').map((part) => part.trim());
      const all = names.split(',').flatMap((each) => each.trim() || []);
      const isAccepted = (each: string) => each.startsWith('(');
      const accepted = new Set(all.filter(isAccepted).map((each) => each.slice(1, -1)));
      const wanted = new Set(all.filter((each) => !isAccepted(each) && each !== 'misc'));
      found.push({ text, catalog, wanted, accepted });
    }
  }
  return found;
}

function readCatalog(text: string): readonly Category[] {
  if (text === 'default') return DEFAULT_CATEGORIES;
  return text.split(';').map((part) => {
    const [name = '', description = ''] = part.split(':').map((piece) => piece.trim());
    return { name, description };
  });
}
