import { describe, expect, it } from 'vitest';
import { categorize } from '../../packages/memory-engine/src/categories/categorize.js';
import { readCues } from '../../packages/memory-engine/src/correction/cues.js';
import { findClauses } from '../../packages/memory-engine/src/extraction/clauses.js';
import { extractFacts } from '../../packages/memory-engine/src/extraction/extract.js';
import { SECRET_RULES } from '../../packages/memory-engine/src/extraction/secret-rules.js';
import { readQueryTime } from '../../packages/memory-engine/src/time/dates.js';
import { redactMessage } from '../../src/redact.js';
import { redactBody, redactUrl } from '../../src/resolvers/request-log/redact-body.js';
import { growsTooFast } from '../helpers/growth.js';

/** SECRET_PARTS=all: texts are longer, and readers get the parts of every rule. The rules themselves always get their own. */
const isLong = process.env.SECRET_PARTS === 'all';
const length = isLong ? 40_000 : 10_000;

// oxfmt-ignore
const common = [
  ' ', '\n', 'a', '1', 'a1', 'A', '_', '-', '=', '[', '{', '(', '["', '{"a":', '"', '\\"', "'", '`', '"""', '\\', '🙂', ', ', ' - ', '. ', 'and ', 'abc ',
  '12 ', '1-', 'AB12 ', 'a.', 'a@', 'a@b.', 'a:b@', 'https://', 'https://a/', 'a://b:', '?a=', '&token', 'token', 'token ', 'token:"', 'password: "',
  'Bearer ', 'eyJaaaaaaaa.', 'A_KEY', 'TOKEN=', 'my pin is ', 'user:', 'login ', 'as my ', 'opens ', 'phrase of ', 'abcd1!', 'proj_', '密码 ', 'seed words are ', 'visa card 4',
];
/** The literal parts of an expression, such as the prefix of a key. */
const partsOf = ({ source }: RegExp) =>
  (source.replaceAll(/\\(?:[a-z]|(?=\W))/g, '').match(/[\w:/.=-]{2,}/g) ?? []).flatMap((part) => [part, `${part}-`]);
const readParts = isLong
  ? [...new Set([...common, ...SECRET_RULES.flatMap(({ pattern }) => partsOf(pattern))])]
  : common;

/** Names the parts whose repetition takes a reader more time than its length explains. */
const findSlow = (read: (text: string) => unknown, parts: readonly string[]): string[] =>
  parts.filter((part) => growsTooFast({ make: (size) => part.repeat(size / part.length) + ' x', read }, length));

describe('row 101: texts that repeat what begins a secret', () => {
  it('are read by every rule in a time that grows with their length', { timeout: 120_000 }, () => {
    const slow = SECRET_RULES.map(({ name, pattern }) => [
      name,
      findSlow((text) => text.replace(pattern, ''), [...common, ...partsOf(pattern)]),
    ]).filter(([, parts]) => parts?.length);
    expect(slow).toEqual([]);
  });

  it('are read as a stored address in a time that grows with their length', { timeout: 120_000 }, () => {
    expect(findSlow((text) => redactUrl(`/v1/memories/?q=${text}`), common)).toEqual([]);
  });

  it.each<[string, (text: string) => unknown]>([
    ['a stored body', (text) => redactBody({ content: text })],
    ['an error message', redactMessage],
    ['clauses', findClauses],
    ['extraction', (text) => extractFacts([{ role: 'user', content: text }])],
    ['categories', (text) => categorize(text)],
    ['words that change a fact', readCues],
    ['the time of a query', (text) => readQueryTime(text, Date.UTC(2026, 0, 1))],
  ])('are read for %s in a time that grows with their length', { timeout: 120_000 }, (_what, reader) => {
    expect(findSlow(reader, readParts)).toEqual([]);
  });
});
