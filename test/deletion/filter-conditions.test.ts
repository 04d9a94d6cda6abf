import { describe, expect, it } from 'vitest';
import { toDeletionFilter } from '../../src/resolvers/deletion/deletion-filter.js';
import { parseFilter } from '@memory-gateway/memory-engine';
import { toConditions } from '../../src/resolvers/deletion/filter-conditions.js';

const id = '0190d0a0-0000-7000-8000-000000000001';
const at = (text: string) => new Date(text);
const conditionsOf = (filter: unknown) => toConditions(parseFilter(filter));

describe('a requested filter as conditions', () => {
  it.each([
    ['one id', { user_id: 'ada' }, { userId: { in: ['ada'] } }],
    ['any id', { agent_id: '*' }, { agentId: { isSet: true } }],
    ['another id', { app_id: { ne: 'a' } }, { appId: { ne: 'a' } }],
    ['several fields', { user_id: 'ada', run_id: 'r' }, { userId: { in: ['ada'] }, runId: { in: ['r'] } }],
    [
      'two ids of one field',
      { AND: [{ user_id: 'a' }, { user_id: 'b' }] },
      { and: [{ userId: { in: ['a'] } }, { userId: { in: ['b'] } }] },
    ],
    [
      'alternatives',
      { OR: [{ user_id: 'a' }, { run_id: 'b' }] },
      { or: [{ userId: { in: ['a'] } }, { runId: { in: ['b'] } }] },
    ],
    [
      'negations',
      { NOT: [{ user_id: 'a' }, { run_id: 'b' }] },
      { not: [{ userId: { in: ['a'] } }, { runId: { in: ['b'] } }] },
    ],
    [
      'a range of times',
      { created_at: { gte: '2026-03-01T08:00:00Z', lt: '2026-03-02T08:00:00Z' } },
      { createdAt: { gte: at('2026-03-01T08:00:00Z'), lt: at('2026-03-02T08:00:00Z') } },
    ],
    [
      'whole days',
      { updated_at: { gt: '2026-03-01', lte: '2026-03-09' } },
      { updatedAt: { gt: at('2026-03-01T23:59:59.999Z'), lte: at('2026-03-09T23:59:59.999Z') } },
    ],
    [
      'one whole day',
      { event_date: '2026-03-01' },
      { eventDate: { gte: at('2026-03-01T00:00:00Z'), lte: at('2026-03-01T23:59:59.999Z') } },
    ],
    [
      'every other day',
      { created_at: { ne: '2026-03-01' } },
      { not: [{ createdAt: { gte: at('2026-03-01T00:00:00Z'), lte: at('2026-03-01T23:59:59.999Z') } }] },
    ],
    [
      'one millisecond',
      { created_at: { ne: '2026-03-01T08:00:00Z' } },
      { createdAt: { ne: at('2026-03-01T08:00:00Z') } },
    ],
    ['an expiration date', { expiration_date: { lte: '2026-03-01' } }, { expirationDate: { lte: '2026-03-01' } }],
    [
      'categories',
      { categories: { in: ['food'], contains: 'Spo' } },
      { categories: { in: ['food'], contains: ['Spo'] } },
    ],
    ['texts', { keywords: { icontains: 'tea' } }, { keywords: { icontains: 'tea' } }],
    ['a whole text', { keywords: { eq: 'I like tea.' } }, { keywords: { eq: 'I like tea.' } }],
    [
      'metadata',
      { metadata: { a: 1, b: { ne: null } } },
      {
        metadata: [
          { key: 'a', operator: 'eq', value: 1 },
          { key: 'b', operator: 'ne', value: null },
        ],
      },
    ],
    ['ids of memories', { memory_ids: [id] }, { ids: [id] }],
    ['two lists of ids', { AND: [{ memory_ids: [id] }, { memory_ids: [] }] }, { and: [{ ids: [id] }, { ids: [] }] }],
    ['nothing', {}, {}],
  ])('%s', (_name, filter, conditions) => {
    expect(conditionsOf(filter)).toEqual(conditions);
  });

  it('the flat form of a deletion, with metadata to include', () => {
    expect(toConditions(toDeletionFilter({ userId: 'ada', metadata: { plan: { tier: 2 } } }))).toEqual({
      userId: { in: ['ada'] },
      metadata: [{ key: null, operator: 'includes', value: { plan: { tier: 2 } } }],
    });
    const any = { isSet: true };
    expect(toConditions(toDeletionFilter({ userId: '*', agentId: '*' }))).toEqual({
      or: [{ userId: any }, { agentId: any }],
    });
  });

  it('everything, where a deletion has no condition', () => {
    expect(toConditions(null)).toEqual({});
  });
});
