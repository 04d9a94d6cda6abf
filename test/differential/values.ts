import fc from 'fast-check';

const words = ['tea', 'harbour', 'Lisbon', 'violin', 'Tuesday', 'allergic', 'sister', 'mountain', 'train'];
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));

/** Mostly common texts from few words, so that they repeat; plus texts that break careless servers. */
export const anyText = fc.oneof(
  { weight: 12, arbitrary: sentence },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '   ',
      '\u0000',
      'a\ud800b',
      '😀',
      "'; DROP TABLE memories; --",
      '%_%',
      '<script>',
      'x'.repeat(40_000),
      '\u202eabc',
      '${7*7}',
    ),
  },
);

/** Entity names, and invalid ones. */
export const entityId = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('rosa', 'kay', 'a/b', 'ünï') },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '*', 'n'.repeat(300), 'nul\u0000') },
);

/** Metadata, and invalid values. Absent in most cases. */
export const metadata = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  {
    weight: 6,
    arbitrary: fc.dictionary(
      fc.constantFrom('colour', 'count', 'place'),
      fc.oneof(fc.constantFrom('red', 'blue'), fc.nat(3), fc.boolean(), fc.constant(null)),
      { maxKeys: 2, noNullPrototype: true },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], 'text', 7, { big: 'x'.repeat(70_000) }, { 'nul\u0000': 1 }) },
);

/** Dates, and invalid ones. */
export const day = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('2099-01-01', '2031-12-31', '2001-05-05') },
  { weight: 1, arbitrary: fc.constantFrom('2024-02-30', 'soon', '2024-1-1', '') },
);

/** Times as ISO texts. */
export const isoTime = fc
  .integer({ min: 1_500_000_000, max: 1_700_000_000 })
  .map((seconds) => new Date(seconds * 1000).toISOString());

const condition = fc.oneof(
  fc
    .constantFrom('userId', 'agentId', 'appId', 'runId')
    .chain((field) =>
      fc
        .oneof(
          fc.record({ eq: entityId }),
          fc.record({ ne: fc.constantFrom('rosa', 'kay') }),
          fc.record({ in: fc.array(entityId, { maxLength: 3 }) }),
          fc.constant({ isSet: true }),
        )
        .map((test) => ({ [field]: test })),
    ),
  fc.record({
    keywords: fc.oneof(
      fc.record({ eq: fc.constantFrom(...words) }),
      fc.record({ contains: fc.constantFrom(...words) }),
      fc.record({ icontains: fc.constantFrom('LISBON', 'tea', '%', '_') }),
    ),
  }),
  fc.record({
    metadata: fc.oneof(
      fc.record({ colour: fc.constantFrom('red', 'blue', 3) }),
      fc.record({ count: fc.record({ ne: fc.nat(3) }) }),
      fc.constantFrom({ colour: { like: 'x' } }),
    ),
  }),
  fc.record({
    categories: fc.record({ in: fc.array(fc.constantFrom('misc', 'travel', 'food'), { minLength: 1, maxLength: 2 }) }),
  }),
  fc.record({ createdAt: fc.record({ gte: isoTime, lt: isoTime }, { requiredKeys: [] }) }),
  fc.record({ ids: fc.array(fc.constantFrom('0192f1c0-0000-7000-8000-000000000000', 'no-id'), { maxLength: 1 }) }),
);

type Filter = Record<string, unknown>;

/** Conditions as GraphQL input, slightly nested. */
export const filter: fc.Arbitrary<Filter> = fc.letrec<{ node: Filter }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition as fc.Arbitrary<Filter>,
    fc.record({ and: fc.array(tie('node'), { maxLength: 2 }) }) as fc.Arbitrary<Filter>,
    fc.record({ or: fc.array(tie('node'), { maxLength: 2 }) }) as fc.Arbitrary<Filter>,
    fc.record({ not: fc.array(tie('node'), { maxLength: 2 }) }) as fc.Arbitrary<Filter>,
  ),
})).node;

const names: Readonly<Record<string, string>> = {
  and: 'AND',
  or: 'OR',
  not: 'NOT',
  userId: 'user_id',
  agentId: 'agent_id',
  appId: 'app_id',
  runId: 'run_id',
  createdAt: 'created_at',
  ids: 'memory_ids',
};

/** The same conditions in the filter language of the REST API. */
export function restFilter(given: Filter): Filter {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      if (Array.isArray(value) && key !== 'ids')
        return [names[key] ?? key, value.map((each) => restFilter(each as Filter))];
      return [names[key] ?? key, (value as { isSet?: boolean }).isSet === true ? '*' : value];
    }),
  );
}

/** The flat deletion filter, with and without conditions. */
export const flatFilter = fc.record(
  {
    userId: fc.constantFrom('rosa', 'kay', '*', ''),
    agentId: fc.constantFrom('kay', '*'),
    runId: fc.constantFrom('rosa', '*'),
  },
  { requiredKeys: [] },
);
