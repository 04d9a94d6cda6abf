import { expect, it } from 'vitest';
import { describeFilter } from '../../dashboard/src/components/describe-filter.js';

it('describes each kind of condition of a filter in words', () => {
  const filter = {
    user_id: { in: ['ada', 'kay'] },
    agentId: '*',
    run_id: { ne: 'r1' },
    created_at: { gte: '2026-03-03T00:00:00.000Z', lt: '2026-04-01T12:30:00Z' },
    expiration_date: { lte: '2026-05-01' },
    categories: { contains: ['food', 'travel'] },
    keywords: { icontains: 'violin' },
    memory_ids: ['a', 'b'],
    metadata: { plan: 'trial', seats: { gt: 3 }, team: { exists: false } },
  };
  expect(describeFilter(filter)).toEqual([
    'User ada or kay',
    'Any agent',
    'Run is not r1',
    'Created from 3 Mar 2026',
    'Created before 1 Apr 2026, 12:30:00 UTC',
    'Expires up to 1 May 2026',
    'Category food and travel',
    'Text contains “violin”',
    '2 memories by ID',
    'Metadata plan is trial',
    'Metadata seats above 3',
    'Metadata has no team',
  ]);
});

it('describes groups, receipts of entities and what it does not know', () => {
  const either = { OR: [{ user_id: 'ada' }, { AND: [{ app_id: 'crm' }, { categories: 'food' }] }] };
  expect(describeFilter({ ...either, NOT: [{ user_id: 'kay' }] })).toEqual([
    'User ada or (App crm and Category food)',
    'Not: User kay',
  ]);
  expect(describeFilter({ filters: { user_id: { in: ['*'] } } })).toEqual(['Any user']);
  expect(describeFilter({ keywords: { eq: 'Tea at five.' }, text: 'tea' })).toEqual([
    'Text is “Tea at five.”',
    'Text contains “tea”',
  ]);
  expect(describeFilter({ entity_type: 'user', entity_id: 'rosa' })).toEqual(['User rosa']);
  expect(describeFilter({ erased: true })).toEqual(['An erased entity']);
  expect(describeFilter({ mood: { near: 3 }, created_at: { near: 3 } })).toEqual([
    'mood {"near":3}',
    'Created {"near":3}',
  ]);
  expect([describeFilter(null), describeFilter({})]).toEqual([[], []]);
});
