// Learns how likely a word is a secret from the words around it, with the messages of bench/secrets and of test/extraction/data, and writes
// src/resolvers/memory/learned-secrets.ts. Takes a minute. From the root of the repository:
//
//   npx tsx bench/learn-secrets.ts [--folds] [--show AUTHOR] [--reader]
//
// With --folds, prints instead for each author of bench/secrets what a model finds that knows none of the author's messages, with --show also
// which messages of an author it gets wrong. With --reader, prints what the server finds in the sets that nothing was learned from, with the reader of
// the embedding model and without it.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { redactSecrets } from '@memory-gateway/memory-engine';
import { maskLikely } from '@memory-gateway/memory-engine/training';
import { createLocalEmbedder, type Embedder } from '@memory-gateway/models';
import { redactMessages } from '../src/resolvers/memory/redact-messages.js';
import { say } from '../scripts/lib/terminal.js';
import { learn, toBoth, type Learned } from './secrets/learn.js';
import { authors, readCases, type Case } from './secrets/read-cases.js';

const { values: options } = parseArgs({
  options: { folds: { type: 'boolean' }, show: { type: 'string' }, reader: { type: 'boolean' } },
});
const limits = [0.75, 1, 1.25, 1.5];
const FILE = new URL('../src/resolvers/memory/learned-secrets.ts', import.meta.url);

const isReadable = (texts: readonly string[]) => (value: string) => texts.some((text) => text.includes(value));

interface Judged {
  /** Secrets that neither rules nor the model find. */
  readonly missed: readonly string[];
  readonly missedByRules: readonly string[];
  readonly lost: readonly string[];
}

function judge({ messages, secrets, keep }: Case, learned: Learned, limit: number): Judged {
  const byRules = messages.map((text) => redactSecrets(text));
  const masked = messages.map((text, index) =>
    maskLikely(text, { before: messages[index - 1] ?? null, limit, learned, hasSecret: byRules[index] !== text }),
  );
  const missedByRules = secrets.filter(isReadable(byRules));
  return {
    missed: missedByRules.filter(isReadable(masked)),
    missedByRules,
    lost: keep.filter((value) => !isReadable(masked)(value)),
  };
}

/** Prints how many conversations with a secret are whole after rules, and after both, and how many words to keep are lost. */
function printCounts(title: string, cases: readonly Case[], learned: Learned): void {
  if (!cases.some(({ secrets, keep }) => secrets.length + keep.length > 0)) return;
  for (const limit of limits) {
    const judged = cases.map((one) => ({ one, ...judge(one, learned, limit) }));
    const withSecret = judged.filter(({ one }) => one.secrets.length > 0);
    const without = judged.filter(({ one }) => one.secrets.length === 0 && one.keep.length > 0);
    const countLost = (list: typeof judged) => list.filter(({ lost }) => lost.length > 0).length;
    const found = (key: 'missed' | 'missedByRules') => withSecret.filter((each) => each[key].length === 0).length;
    say(
      `${title}, from ${limit}: ${found('missed')} of ${withSecret.length} found, ${found('missedByRules')} by rules alone; ` +
        `lost ${countLost(without)} of ${without.length} lookalikes, and ${countLost(withSecret)} beside a secret`,
    );
    if (options.show === title && limit === 1)
      for (const { one, missed, lost } of judged)
        if (missed.length + lost.length > 0) say(JSON.stringify({ messages: one.messages, missed, lost }));
  }
}

const cases = readCases();
const seen = cases.filter(({ isSeen }) => isSeen);
say(`${cases.length} conversations`);

/** Prints what the server finds and loses. */
async function printReader(): Promise<void> {
  const embedder = createLocalEmbedder();
  for (const set of new Set(cases.filter((one) => !one.isSeen).map((one) => one.set))) {
    const own = cases.filter((one) => one.set === set);
    const counts = await Promise.all([embedder, null].map((reader) => countServed(own, reader)));
    say(`${set}: ${counts[0]} with the reader, ${counts[1]} without`);
  }
  await embedder.close();
}

async function countServed(own: readonly Case[], embedder: Embedder | null): Promise<string> {
  const served = await Promise.all(
    own.map(async ({ messages, secrets, keep }) => {
      const said = messages.map((content) => ({ role: 'user' as const, content, name: null }));
      const texts = (await redactMessages({ embedder }, said)).map(({ content }) => content);
      const isWhole = (value: string) => isReadable(texts)(value);
      const isChanged = texts.some((text, index) => text !== messages[index]);
      return { isFound: !secrets.some(isWhole), isLost: keep.length > 0 ? !keep.every(isWhole) : isChanged, secrets };
    }),
  );
  const withSecret = served.filter((one) => one.secrets.length > 0);
  const without = served.filter((one) => one.secrets.length === 0);
  const found = withSecret.filter(({ isFound }) => isFound).length;
  const lost = without.filter(({ isLost }) => isLost).length;
  return `${found} of ${withSecret.length} found, ${lost} of ${without.length} lookalikes lost`;
}

if (options.reader) await printReader();
else if (options.folds) {
  const examples = new Map(seen.map((one, index) => [one, toBoth(seen, index)]));
  for (const author of authors) {
    if (options.show !== undefined && options.show !== author) continue;
    const others = seen.filter(({ set }) => set !== author).flatMap((one) => examples.get(one) ?? []);
    printCounts(
      author,
      seen.filter(({ set }) => set === author),
      learn(others),
    );
  }
} else {
  const learned = learn(seen.flatMap((_, index) => toBoth(seen, index)));
  const unseen = cases.filter(({ isSeen }) => !isSeen);
  for (const set of new Set(unseen.map((one) => one.set)))
    printCounts(
      set,
      unseen.filter((one) => one.set === set),
      learned,
    );
  const bytes = deflateRawSync(learned.weights, { level: 9 }).toString('base64');
  const count = learned.weights.filter((weight) => weight !== 0).length;
  say(`${count} weights, ${bytes.length} characters`);
  writeFileSync(
    FILE,
    `/** Learned by bench/learn-secrets.ts: a byte for each feature, compressed, in units of \`scale\`. */\nexport const LEARNED_SECRETS = {\n  scale: ${learned.scale.toPrecision(6)},\n  bytes: '${bytes}',\n};\n`,
  );
}
