import { describe, expect, it } from 'vitest';
import { categorize } from '../src/categories/categorize.js';
import { readCues } from '../src/correction/cues.js';
import { asSpeaker } from '../src/correction/as-speaker.js';
import { measurePair } from '../src/correction/features.js';
import { compareSlots } from '../src/correction/slots.js';
import { readStatement } from '../src/correction/statement-shape.js';
import { readQueryTime } from '../src/time/dates.js';
import { readEventDate } from '../src/extraction/event-date.js';
import { extractFacts } from '../src/extraction/extract.js';
import { redactCorrection } from '../src/extraction/secret-corrections.js';
import { redactContinued, redactSecrets } from '../src/extraction/secrets.js';
import { readQueryTopics } from '../src/rank/merge-forms.js';
import { splitSubjects } from '../src/rank/subjects.js';
import { readAliases } from '../src/words/aliases.js';
import { listFactsOfOthers } from '../src/words/fact-owner.js';
import { finishSteps } from '../src/steps.js';
import { readTraits } from '../src/traits/traits.js';
import { addressNames, findSpeakerLabel, queryWords } from '../src/words/names.js';
import { growsTooFast } from '../../../test/helpers/growth.js';

/** An expression that looks at each end of each run takes 16 times as long for four times the text; one that reads it once, 4 times. */
const length = Number(process.env.TEXT_CHARACTERS ?? 10_000);

// oxfmt-ignore
const repeated = [
  ' ', '\n\n', '\t\n', 'a', 'e\u0301', 'a.', 'a-', 'a@', '1', '2026-11-2', "'", '!', '?!', '"', '-', '\u200d', '。', '(', '/', '_', '=',
  '- a\n', '1. ', 'Aa ', 'pin:', 'pin is ', 'http://', 'a://', '<a>', '```\n', 'key=', 'not ', 'yes, ', 'ist ',
];

const texts = repeated.flatMap((part) =>
  [
    ['', ''],
    ["I'", 'x</b>'],
  ].map(
    ([before, after]) =>
      (size: number) =>
        `${before}${part.repeat(size / part.length)}${after}`,
  ),
);

const read: [string, (text: string) => unknown][] = [
  ['words of a query', queryWords],
  ['dates of a query', (text) => readQueryTime(text.slice(0, 32_768), Date.UTC(2026, 0, 1))],
  ['dates of events', (text) => readEventDate(`On 5 March ${text}`, Date.UTC(2026, 0, 1)) ?? 'none'],
  ['names', (text) => addressNames(text, ['Ada'])],
  ['speaker labels', findSpeakerLabel],
  ['facts', (text) => extractFacts([{ role: 'user', content: text }])],
  ['secrets', redactSecrets],
  ['secrets that the message before leads on to', (text) => finishSteps(redactContinued('blue42', text))],
  [
    'secrets that a message corrects',
    (text) =>
      finishSteps(redactCorrection(`no, ${text}`, { said: `${text} blue42 `, redacted: `${text} [secret removed] ` })),
  ],
  ['categories', (text) => categorize(text)],
  ['changes', readCues],
  ['statements', (text) => readStatement(text)],
  [
    'what they are about',
    (text) =>
      compareSlots(
        { older: text, newer: text },
        { isChanged: true, isEnded: false, isNamed: false, isTakenBack: false, isStopped: false },
      ),
  ],
  ['changed facts', (text) => measurePair({ older: text, newer: text, cosine: 1 }) ?? 'none'],
  ['persons', (text) => asSpeaker({ older: text, newer: text, cosine: 1 })],
  ['subjects of a query', splitSubjects],
  ['topics of a query', (text) => readQueryTopics(text.slice(0, 32_768), queryWords(text))],
  ['whose fact', (text) => listFactsOfOthers([text], [text, text])],
  ['traits', readTraits],
  ['other names', (text) => readAliases(text) ?? 'none'],
];

const timeout = 300_000;
const repeat = (part: string) => (size: number) => part.repeat(size / part.length);

/** Names the texts, by their beginning, that take a reader more time than their length explains. */
const findSlow = (makers: typeof texts, read: (text: string) => unknown): string[] =>
  makers.filter((make) => growsTooFast({ make, read }, length)).map((make) => make(100).slice(0, 12));

describe('row 101: long texts that repeat one sign', () => {
  it.each(read)('are read for %s', { timeout }, (_what, find) => {
    expect(findSlow(texts, (text) => expect(find(text)).toBeDefined())).toEqual([]);
  });

  it.each(['first day of ', "1st dag d'", 'on Christmas ', 'the day after ', 'May last year ', 'from Easter to '])(
    'are read for words of time: %s',
    { timeout },
    (part) => {
      const read = (text: string) => expect(readQueryTime(text, Date.UTC(2026, 0, 1)).text).not.toBe('');
      expect(findSlow([repeat(part)], read)).toEqual([]);
    },
  );

  it.each(['keep my ', "don't use ", 'I never ', 'please, ', 'antworte mir ', 'le a\n', 'no ', 'x s '])(
    'are read for standing instructions: %s',
    { timeout },
    (part) => {
      expect(findSlow([repeat(part)], (text) => expect(readTraits(text)).toBeLessThan(128))).toEqual([]);
    },
  );
});
