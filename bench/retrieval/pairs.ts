import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('pairs', import.meta.url));

/** `pairs`: may be learned from. `lastpairs`: by a further author, only measured. */
export const PAIR_PARTS = ['pairs', 'lastpairs'] as const;
export type PairPart = (typeof PAIR_PARTS)[number];

/** A question, a fact that answers it, and one that the same person could have told instead, which does not. */
interface Pair {
  readonly question: string;
  readonly answer: string;
  /** Null: nothing was told about it. */
  readonly other: string | null;
}

/** What one person told, and pairs of facts. */
export interface PairedPerson {
  /** Such as `en-3`. */
  readonly id: string;
  readonly language: string;
  readonly part: PairPart;
  readonly author: string;
  readonly background: readonly string[];
  readonly pairs: readonly Pair[];
}

/**
 * Reads `bench/retrieval/pairs/`, a file `<language>-<number>-<part>.txt` per person: `# …` is a comment, `[label] text` is a fact, and
 * `? question | answer | other fact` is a pair, with `-` for no other fact.
 */
export async function readPairedPeople(part?: PairPart): Promise<PairedPerson[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const people = await Promise.all(
    files.map(async (name) => parsePerson(name, await readFile(join(folder, name), 'utf8'))),
  );
  return people.filter((person) => part === undefined || person.part === part);
}

function parsePerson(name: string, file: string): PairedPerson {
  const [language = '', number = '', last] = name.slice(0, -'.txt'.length).split('-');
  const part = PAIR_PARTS.find((each) => each === last);
  if (!part) throw new Error(`${name}: the name must end with ${PAIR_PARTS.join(' or ')}.`);
  const background: string[] = [];
  const pairs: Pair[] = [];
  for (const line of file.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const fact = /^\[\w+\] (?<text>.+)$/u.exec(line)?.groups?.text;
    const [question, answer, other] = line.slice(2).split(' | ');
    if (fact) background.push(fact);
    else if (!line.startsWith('? ') || !question || !answer || !other)
      throw new Error(`${name}: "${line}" is neither a fact nor a pair.`);
    else pairs.push({ question, answer, other: other === '-' ? null : other });
  }
  const author = /^# A person by the author (?<name>\w+)/u.exec(file)?.groups?.name ?? part;
  return { id: `${language}-${number}`, language, part, author, background, pairs };
}
