import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

interface Belief {
  readonly label: string;
  readonly scope: string;
  readonly text: string;
  /** Whether a later belief makes it outdated. */
  readonly isOutdated: boolean;
}

interface BeliefQuestion {
  readonly scope: string;
  readonly question: string;
  /** Beliefs that answer it. Empty: none does. */
  readonly answers: readonly string[];
  /** Beliefs that say who or what is meant: neither right nor wrong. */
  readonly neutral: readonly string[];
}

export interface BeliefSet {
  readonly beliefs: readonly Belief[];
  readonly questions: readonly BeliefQuestion[];
}

/**
 * Reads `bench/retrieval/beliefs/`: `[label] scope | text`, oldest first; `> older newer`; and `? scope | question | answers ~ neutral`.
 * `choose`: constants may be chosen on it. `judge`: only measured. `owners-…`: facts of the speaker beside those of other people.
 */
export async function readBeliefs(part: 'choose' | 'judge' | 'owners-choose' | 'owners-judge'): Promise<BeliefSet> {
  const path = fileURLToPath(new URL(`beliefs/${part}.txt`, import.meta.url));
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const labels = (text = '') => text.split(' ').filter((label) => label !== '');
  const outdated = new Set(lines.filter((line) => line.startsWith('>')).map((line) => labels(line.slice(1))[0]));
  const beliefs = lines.flatMap((line) => {
    const { label = '', rest = '' } = /^\[(?<label>\w+)\] (?<rest>.+)$/u.exec(line)?.groups ?? {};
    const [scope = '', text = ''] = cells(rest);
    return label === '' ? [] : [{ label, scope, text, isOutdated: outdated.has(label) }];
  });
  const questions = lines
    .filter((line) => line.startsWith('?'))
    .map((line) => {
      const [scope = '', question = '', found = ''] = cells(line.slice(1));
      const [answers, neutral] = found.split('~');
      return { scope, question, answers: labels(answers), neutral: labels(neutral) };
    });
  const known = new Set(beliefs.map(({ label }) => label));
  const lost = questions.find(({ answers, neutral }) => [...answers, ...neutral].some((label) => !known.has(label)));
  if (lost) throw new Error(`The question "${lost.question}" names a belief that ${part}.txt does not have.`);
  return { beliefs, questions };
}
