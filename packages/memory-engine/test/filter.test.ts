import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everything, hasPositiveEntity, parseFilter } from '../src/filter/filter.js';
import { InputError } from '../src/input-error.js';

function refusal(input: unknown): string {
  try {
    parseFilter(input);
  } catch (error) {
    if (error instanceof InputError) return error.fields.filters?.[0] ?? '';
    throw error;
  }
  throw new Error('It was not refused.');
}

const nested = (depth: number): unknown =>
  JSON.parse(`${'{"AND":['.repeat(depth)}{"user_id":"a"}${']}'.repeat(depth)}`);

describe('reading filters', () => {
  it('takes an absent and an empty filter for everything', () => {
    expect([parseFilter(undefined), parseFilter(null), parseFilter({})]).toEqual([everything, everything, everything]);
  });

  it('reads entities in all forms, snake and camel case', () => {
    const entity = (test: string, values: string[], field = 'userId') => ({ kind: 'entity', field, test, values });
    expect(parseFilter({ user_id: 'a' })).toEqual(entity('in', ['a']));
    expect(parseFilter({ userId: { eq: 'a' } })).toEqual(entity('in', ['a']));
    expect(parseFilter({ agentId: { in: ['a', 'b'] } })).toEqual(entity('in', ['a', 'b'], 'agentId'));
    expect(parseFilter({ app_id: '*' })).toEqual(entity('any', [], 'appId'));
    expect(parseFilter({ run_id: { ne: 'a' } })).toEqual(entity('ne', ['a'], 'runId'));
    expect(parseFilter({ user_id: 'a', run_id: 'b' })).toEqual({
      kind: 'and',
      filters: [entity('in', ['a']), entity('in', ['b'], 'runId')],
    });
  });

  it('reads AND, OR and NOT, and ANDs siblings', () => {
    const of = (field: string) => ({ kind: 'entity', field, test: 'in', values: ['a'] });
    expect(
      parseFilter({ OR: [{ user_id: 'a' }, { agent_id: 'a' }], AND: [{ app_id: 'a' }], NOT: { run_id: 'a' } }),
    ).toEqual({
      kind: 'and',
      filters: [
        { kind: 'or', filters: [of('userId'), of('agentId')] },
        of('appId'),
        { kind: 'not', filter: of('runId') },
      ],
    });
    expect(parseFilter({ NOT: [{ user_id: 'a' }, { agent_id: 'a' }] })).toEqual({
      kind: 'and',
      filters: [
        { kind: 'not', filter: of('userId') },
        { kind: 'not', filter: of('agentId') },
      ],
    });
  });

  it('reads a date as a whole UTC day and a date-time as one millisecond', () => {
    const time = (test: string, from: string, to: string) => ({
      kind: 'time',
      field: 'createdAt',
      test,
      values: [{ from, to }],
    });
    const [start, end] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'];
    expect(parseFilter({ created_at: '2026-03-01' })).toEqual(time('in', start, end));
    expect(parseFilter({ timestamp: { lte: '2026-03-01' } })).toEqual(time('lte', start, end));
    const noon = time('gt', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.001Z');
    for (const text of [
      '2026-03-01T12:00:00',
      '2026-03-01 12:00Z',
      '2026-03-01T05:00:00.000000-07:00',
      '2026-03-01T13:00:00+0100',
      1772366400,
    ]) {
      expect(parseFilter({ created_at: { gt: text } })).toEqual(noon);
    }
    expect(parseFilter({ expiration_date: { gte: '2026-03-01T23:30:00-02:00' } })).toEqual({
      kind: 'expiration',
      test: 'gte',
      values: ['2026-03-02'],
    });
  });

  it('reads metadata in both spellings', () => {
    const trip = { kind: 'metadata', key: 'trip', test: 'eq', value: 'x' };
    expect([
      parseFilter({ metadata: { trip: 'x' } }),
      parseFilter({ 'metadata.trip': 'x' }),
      parseFilter({ metadata: { trip: { eq: 'x' } } }),
    ]).toEqual([trip, trip, trip]);
    expect(parseFilter({ metadata: { __proto__: 1, tags: ['a'] } })).toMatchObject({ key: 'tags', value: ['a'] });
  });

  it('reads categories, keywords and ids', () => {
    expect(parseFilter({ categories: ['a'] })).toEqual({ kind: 'categories', test: 'in', values: ['a'] });
    expect(parseFilter({ categories: { contains: 'a' } })).toEqual({
      kind: 'categories',
      test: 'contains',
      values: ['a'],
    });
    expect(parseFilter({ keywords: { contains: 'a' } })).toEqual({ kind: 'text', test: 'contains', value: 'a' });
    expect(parseFilter({ keywords: { eq: 'a' } })).toEqual({ kind: 'text', test: 'eq', value: 'a' });
    expect(parseFilter({ text: 'a' })).toEqual({ kind: 'text', test: 'icontains', value: 'a' });
    const id = '0d9c8b7a-6f5e-4d3c-8b2a-1a0f9e8d7c6b';
    expect(parseFilter({ memory_ids: [id.toUpperCase()] })).toEqual({ kind: 'ids', values: [id] });
    expect(parseFilter({ memory_ids: { in: [id] } })).toEqual({ kind: 'ids', values: [id] });
  });

  it.each([
    [{ username: 'a' }, 'Allowed keys: AND, OR, NOT, user_id'],
    [{ deleted_at: null }, 'Unknown filter key'],
    ['user', 'must be an object'],
    [[{ user_id: 'a' }], 'must be an object'],
    [{ AND: { user_id: 'a' } }, 'must be a list'],
    [{ OR: [null] }, 'must be an object'],
    [{ user_id: null }, 'compared with text'],
    [{ user_id: 7 }, 'compared with text'],
    [{ user_id: {} }, 'operator is missing'],
    [{ user_id: { nin: ['a'] } }, 'unknown operator "nin"'],
    [{ user_id: { '>=': 'a' } }, 'unknown operator'],
    [{ user_id: { ne: '*' } }, 'cannot be used with ne'],
    [{ user_id: 'a\u0000' }, 'cannot be stored'],
    [{ created_at: { eq: '2026-01-01' } }, 'unknown operator "eq"'],
    [{ created_at: 'last week' }, 'date'],
    [{ created_at: '2026-02-30' }, 'date'],
    [{ created_at: { gt: '2026-01-01T25:00:00' } }, 'date'],
    [{ categories: { eq: 'a' } }, 'unknown operator "eq"'],
    [{ metadata: 'x' }, 'must be an object'],
    [{ metadata: { a: { in: 'x' } } }, 'must be a list'],
    [{ metadata: { a: { gt: true } } }, 'gt takes a number, or a date or time in ISO 8601'],
    [{ metadata: { a: { lt: 'soon' } } }, 'metadata.a'],
    [{ metadata: { a: { exists: 1 } } }, 'exists is true or false'],
    [{ metadata: { a: { gt: 'abc' } } }, 'gt takes a number, or a date or time in ISO 8601'],
    [{ metadata: { a: { gt: '2026-99-99' } } }, 'metadata.a must be compared with a date (YYYY-MM-DD)'],
    [{ metadata: { a: { above: 1 } } }, 'unknown operator "above"'],
    [{ metadata: { ['a.'.repeat(20)]: 1 } }, '20 parts at most'],
    [{ metadata: { a: { in: Array.from({ length: 501 }, () => 1) } } }, '500 conditions at most'],
    [{ metadata: { a: { contains: ['x'] } } }, 'plain value'],
    [{ metadata: { a: Infinity } }, 'finite'],
    [{ metadata: { 'a\u0000': 1 } }, 'cannot be stored'],
    [{ keywords: { contains: ['a'] } }, 'compared with text'],
    [{ memory_ids: ['x'] }, 'valid UUIDs'],
    [{ memory_ids: 'x' }, 'must be a list'],
    [{ user_id: { in: Array.from({ length: 1001 }, () => 'a') } }, '1000 values'],
    [{ OR: Array.from({ length: 501 }, () => ({ user_id: 'a' })) }, '500 conditions'],
    [nested(25), '20 deep'],
  ])('refuses %j', (input, words) => {
    expect(refusal(input)).toContain(words);
  });

  it('takes filters nested as deep as allowed', () => {
    expect(hasPositiveEntity(parseFilter(nested(19)))).toBe(true);
    expect(refusal(nested(20))).toContain('20 deep');
    expect(refusal(nested(50_000))).toContain('20 deep');
  });

  it('never fails but with a refusal, whatever it is given', () => {
    const key = fc.constantFrom(
      'AND',
      'OR',
      'NOT',
      'user_id',
      'created_at',
      'metadata',
      'categories',
      'memory_ids',
      'in',
      'ne',
      'metadata.x',
      '__proto__',
    );
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 6 },
        fc.jsonValue(),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(key, tie('json'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(json, (input) => {
        try {
          return parseFilter(input) !== undefined;
        } catch (error) {
          return error instanceof InputError;
        }
      }),
    );
  });
});

describe('asking for an entity', () => {
  it.each([
    [{ user_id: 'a' }, true],
    [{ user_id: '*' }, true],
    [{ OR: [{ created_at: '2026-01-01' }, { AND: [{ run_id: { in: ['a'] } }] }] }, true],
    [{}, false],
    [{ created_at: '2026-01-01' }, false],
    [{ user_id: { ne: 'a' } }, false],
    [{ NOT: { user_id: 'a' } }, false],
    [{ NOT: [{ NOT: { user_id: 'a' } }] }, false],
  ])('is read from %j as %s', (input, expected) => {
    expect(hasPositiveEntity(parseFilter(input))).toBe(expected);
  });
});
