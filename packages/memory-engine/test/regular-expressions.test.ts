import { describe, expect, it } from 'vitest';
import { categorize } from '../src/categories/categorize.js';
import { readCues } from '../src/correction/cues.js';
import { measurePair } from '../src/correction/features.js';
import { compareSlots } from '../src/correction/slots.js';
import { readStatement } from '../src/correction/statement-shape.js';
import { readQueryTime } from '../src/time/dates.js';
import { extractFacts } from '../src/extraction/extract.js';
import { redactSecrets } from '../src/extraction/secrets.js';
import { readQueryTopics } from '../src/rank/merge-forms.js';
import { splitSubjects } from '../src/rank/subjects.js';
import { readAliases } from '../src/words/aliases.js';
import { listFactsOfOthers } from '../src/words/fact-owner.js';
import { readTraits } from '../src/traits/traits.js';
import { addressNames, findSpeakerLabel, queryWords } from '../src/words/names.js';

/** An expression that looks at each end of each run needs minutes for a text of this length; one that reads it once, milliseconds. */
const length = 100_000;

// prettier-ignore
const repeated = [
  ' ', '\n\n', '\t\n', 'a', 'e\u0301', 'a.', 'a-', 'a@', '1', '2026-11-2', "'", '!', '?!', '"', '-', '\u200d', '。', '(', '/', '_', '=',
  '- a\n', '1. ', 'Aa ', 'pin:', 'pin is ', 'http://', 'a://', '<a>', '```\n', 'key=', 'not ', 'yes, ',
];

const texts = repeated.flatMap((part) =>
  [
    ['', ''],
    ["I'", 'x</b>'],
  ].map(([before, after]) => `${before}${part.repeat(length / part.length)}${after}`),
);

const read: [string, (text: string) => unknown][] = [
  ['words of a query', queryWords],
  ['dates of a query', (text) => readQueryTime(text.slice(0, 32_768), Date.UTC(2026, 0, 1))],
  ['names', (text) => addressNames(text, ['Ada'])],
  ['speaker labels', findSpeakerLabel],
  ['facts', (text) => extractFacts([{ role: 'user', content: text }])],
  ['secrets', redactSecrets],
  ['categories', (text) => categorize(text)],
  ['changes', readCues],
  ['statements', (text) => readStatement(text)],
  [
    'what they are about',
    (text) => compareSlots({ older: text, newer: text }, { isChanged: true, isEnded: false, isNamed: false }),
  ],
  ['changed facts', (text) => measurePair({ older: text, newer: text, cosine: 1 }) ?? 'none'],
  ['subjects of a query', splitSubjects],
  ['topics of a query', (text) => readQueryTopics(text.slice(0, 32_768), queryWords(text))],
  ['whose fact', (text) => listFactsOfOthers([text], [text, text])],
  ['traits', readTraits],
  ['other names', (text) => readAliases(text) ?? 'none'],
];

/** Other processes may take most of the cores, so the processor time counts. */
const timeout = 300_000;
const processorSeconds = 30;

/** Runs the steps until the processor time is used up. */
function expectFast(steps: readonly (() => void)[]): void {
  const start = process.cpuUsage();
  for (const step of steps) {
    step();
    expect(process.cpuUsage(start).user / 1_000_000).toBeLessThan(processorSeconds);
  }
}

describe('row 101: texts of 100,000 characters that repeat one sign', () => {
  it.each(read)('are read for %s', { timeout }, (_what, find) => {
    expectFast(texts.map((text) => () => expect(find(text)).toBeDefined()));
  });

  it.each(['first day of ', "1st dag d'", 'on Christmas ', 'the day after ', 'May last year ', 'from Easter to '])(
    'are read for words of time: %s',
    { timeout },
    (part) => {
      const text = part.repeat(length / part.length);
      expectFast([() => expect(readQueryTime(text, Date.UTC(2026, 0, 1)).text).not.toBe('')]);
    },
  );

  it.each(['keep my ', "don't use ", 'I never ', 'please, ', 'antworte mir ', 'le a\n', 'no ', 'x s '])(
    'are read for standing instructions: %s',
    { timeout },
    (part) => {
      expectFast([() => expect(readTraits(part.repeat(length / part.length))).toBeLessThan(128)]);
    },
  );
});
