// Each memory's text is its name and the searched word.
export const memories: Readonly<Record<string, object>> = {
  'Stamp one': { user_id: 'rosa', run_id: 'r1', metadata: { trip: 'Peru', n: 1 }, timestamp: 1_767_225_600 },
  'Stamp two': {
    user_id: 'rosa',
    agent_id: 'guide',
    metadata: { trip: 'peru', visa: { kind: 'work', until: '2026-03-01' } },
    timestamp: 1_767_312_000,
    expiration_date: '2099-01-31',
  },
  'Stamp three': {
    user_id: 'kay',
    app_id: 'shop',
    metadata: { trip: ['Peru', 'Rome'] },
    timestamp: 1_767_398_400,
    expiration_date: '2098-01-31',
  },
  'Stamp four': {
    agent_id: 'guide',
    run_id: 'r2',
    metadata: { visa: { until: '2026-03-02T00:00:00Z' } },
    timestamp: 1_767_398_401,
  },
};
const every = Object.keys(memories);

export const any = { OR: [{ user_id: '*' }, { agent_id: '*' }] };
const anyTyped = { or: [{ userId: { isSet: true } }, { agentId: { isSet: true } }] };

/** A REST filter, the equal GraphQL filter, and the memories that they match. */
export const cases: readonly (readonly [string, object, object, readonly string[]])[] = [
  ['user_id bare', { user_id: 'rosa' }, { userId: { eq: 'rosa' } }, ['Stamp one', 'Stamp two']],
  ['userId, the alias', { userId: 'rosa' }, { userId: { eq: 'rosa' } }, ['Stamp one', 'Stamp two']],
  [
    'agentId, appId and runId, the aliases',
    { OR: [{ agentId: 'guide' }, { appId: 'shop' }, { runId: 'r1' }] },
    { or: [{ agentId: { eq: 'guide' } }, { appId: { eq: 'shop' } }, { runId: { eq: 'r1' } }] },
    every,
  ],
  ['user_id eq', { user_id: { eq: 'kay' } }, { userId: { eq: 'kay' } }, ['Stamp three']],
  [
    'user_id in',
    { user_id: { in: ['rosa', 'kay', 'eve'] } },
    { userId: { in: ['rosa', 'kay', 'eve'] } },
    ['Stamp one', 'Stamp two', 'Stamp three'],
  ],
  ['user_id *', { user_id: '*' }, { userId: { isSet: true } }, ['Stamp one', 'Stamp two', 'Stamp three']],
  ['agent_id *', { agent_id: '*' }, { agentId: { isSet: true } }, ['Stamp two', 'Stamp four']],
  ['app_id *', { app_id: '*' }, { appId: { isSet: true } }, ['Stamp three']],
  [
    'NOT *, and GraphQL isSet: false',
    { AND: [any, { NOT: [{ agent_id: '*' }] }, { NOT: [{ run_id: 'r1' }] }] },
    { and: [anyTyped], agentId: { isSet: false }, not: [{ runId: { eq: 'r1' } }] },
    ['Stamp three'],
  ],
  [
    'run_id ne, which also finds those without',
    { AND: [any, { run_id: { ne: 'r1' } }] },
    { and: [anyTyped, { runId: { ne: 'r1' } }] },
    ['Stamp two', 'Stamp three', 'Stamp four'],
  ],
  [
    'run_id ne with *',
    { AND: [{ run_id: '*' }, { run_id: { ne: 'r1' } }] },
    { runId: { isSet: true, ne: 'r1' } },
    ['Stamp four'],
  ],
  [
    'sibling keys',
    { user_id: 'rosa', agent_id: 'guide' },
    { userId: { eq: 'rosa' }, agentId: { eq: 'guide' } },
    ['Stamp two'],
  ],
  [
    'AND and OR as siblings',
    { AND: [{ user_id: 'rosa' }], OR: [{ run_id: 'r1' }, { run_id: 'r2' }] },
    { and: [{ userId: { eq: 'rosa' } }], or: [{ runId: { eq: 'r1' } }, { runId: { eq: 'r2' } }] },
    ['Stamp one'],
  ],
  [
    'NOT of one',
    { user_id: '*', NOT: { user_id: 'rosa' } },
    { userId: { isSet: true }, not: [{ userId: { eq: 'rosa' } }] },
    ['Stamp three'],
  ],
  [
    'NOT of a list: none of them',
    { AND: [any, { NOT: [{ user_id: 'rosa' }, { user_id: { in: ['kay'] } }] }] },
    { and: [anyTyped, { not: [{ userId: { eq: 'rosa' } }, { userId: { in: ['kay'] } }] }] },
    ['Stamp four'],
  ],
  [
    'nested',
    {
      OR: [
        { AND: [{ user_id: 'rosa' }, { NOT: { agent_id: '*' } }] },
        { AND: [{ agent_id: 'guide' }, { OR: [{ run_id: 'r2' }] }] },
      ],
    },
    {
      or: [
        { and: [{ userId: { eq: 'rosa' } }, { not: [{ agentId: { isSet: true } }] }] },
        { and: [{ agentId: { eq: 'guide' } }, { or: [{ runId: { eq: 'r2' } }] }] },
      ],
    },
    ['Stamp one', 'Stamp four'],
  ],
  [
    'created_at of a day',
    { ...any, created_at: '2026-01-03' },
    { ...anyTyped, createdAt: { gte: '2026-01-03T00:00:00Z', lt: '2026-01-04T00:00:00Z' } },
    ['Stamp three', 'Stamp four'],
  ],
  [
    'created_at gt',
    { ...any, created_at: { gt: '2026-01-03T00:00:00Z' } },
    { ...anyTyped, createdAt: { gt: '2026-01-03T00:00:00Z' } },
    ['Stamp four'],
  ],
  [
    'created_at gte and lt, without a zone',
    { ...any, created_at: { gte: '2026-01-02T00:00:00', lt: '2026-01-03 00:00:00' } },
    { ...anyTyped, createdAt: { gte: '2026-01-02T00:00:00Z', lt: '2026-01-03T00:00:00Z' } },
    ['Stamp two'],
  ],
  [
    'created_at lte a day, which counts whole',
    { ...any, created_at: { lte: '2026-01-02' } },
    { ...anyTyped, createdAt: { lte: '2026-01-02T23:59:59.999Z' } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'created_at ne',
    { ...any, created_at: { ne: '2026-01-03T00:00:01Z' } },
    { ...anyTyped, createdAt: { ne: '2026-01-03T00:00:01Z' } },
    ['Stamp one', 'Stamp two', 'Stamp three'],
  ],
  [
    'timestamp in',
    { ...any, timestamp: { in: ['2026-01-01T00:00:00Z', '2026-01-02T01:00:00+01:00'] } },
    { ...anyTyped, createdAt: { in: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'] } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'updated_at',
    { ...any, updated_at: { lt: '2026-01-01' } },
    { ...anyTyped, updatedAt: { lt: '2026-01-01T00:00:00Z' } },
    [],
  ],
  [
    'expiration_date gt',
    { ...any, expiration_date: { gt: '2098-01-31' } },
    { ...anyTyped, expirationDate: { gt: '2098-01-31' } },
    ['Stamp two'],
  ],
  [
    'expiration_date in',
    { ...any, expiration_date: { in: ['2098-01-31', '2099-01-31'] } },
    { ...anyTyped, expirationDate: { in: ['2098-01-31', '2099-01-31'] } },
    ['Stamp two', 'Stamp three'],
  ],
  [
    'expiration_date ne',
    { ...any, expiration_date: { ne: '2098-01-31' } },
    { ...anyTyped, expirationDate: { ne: '2098-01-31' } },
    ['Stamp one', 'Stamp two', 'Stamp four'],
  ],
  [
    'categories in, exactly',
    { ...any, categories: { in: ['travel', 'hobbies'] } },
    { ...anyTyped, categories: { in: ['travel', 'hobbies'] } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'categories contains, in any case',
    { ...any, categories: { contains: 'TRAVEL' } },
    { ...anyTyped, categories: { contains: 'TRAVEL' } },
    ['Stamp two', 'Stamp three'],
  ],
  [
    'categories bare list',
    { ...any, categories: ['travel_plans'] },
    { ...anyTyped, categories: { in: ['travel_plans'] } },
    ['Stamp three'],
  ],
  [
    'metadata bare, case-sensitive',
    { ...any, metadata: { trip: 'Peru' } },
    { ...anyTyped, metadata: { trip: 'Peru' } },
    ['Stamp one'],
  ],
  [
    'metadata eq and ne',
    { ...any, metadata: { trip: { ne: 'Peru' }, n: { ne: 2 } } },
    { ...anyTyped, metadata: { trip: { ne: 'Peru' }, n: { ne: 2 } } },
    ['Stamp two', 'Stamp three', 'Stamp four'],
  ],
  [
    'metadata contains',
    { ...any, metadata: { trip: { contains: 'Peru' } } },
    { ...anyTyped, metadata: { trip: { contains: 'Peru' } } },
    ['Stamp one', 'Stamp three'],
  ],
  [
    'categories in, and GraphQL eq',
    { ...any, categories: ['hobbies'] },
    { ...anyTyped, categories: { eq: 'hobbies' } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'a time in, and GraphQL eq',
    { ...any, created_at: { in: ['2026-01-03T00:00:00Z'] } },
    { ...anyTyped, createdAt: { eq: '2026-01-03T00:00:00Z' } },
    ['Stamp three'],
  ],
  [
    'a day in, and GraphQL eq',
    { ...any, expiration_date: { in: ['2099-01-31'] } },
    { ...anyTyped, expirationDate: { eq: '2099-01-31' } },
    ['Stamp two'],
  ],
  [
    'metadata in',
    { ...any, metadata: { trip: { in: ['Peru', 'peru'] } } },
    { ...anyTyped, metadata: { trip: { in: ['Peru', 'peru'] } } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'metadata compared with a number',
    { ...any, metadata: { n: { gte: 1, lt: 1.5 } } },
    { ...anyTyped, metadata: { n: { gte: 1, lt: 1.5 } } },
    ['Stamp one'],
  ],
  [
    'metadata compared with a day, inside of an object',
    { ...any, 'metadata.visa.until': { gt: '2026-03-01' } },
    { ...anyTyped, metadata: { 'visa.until': { gt: '2026-03-01' } } },
    ['Stamp four'],
  ],
  [
    'metadata inside of an object',
    { ...any, metadata: { 'visa.kind': 'work' } },
    { ...anyTyped, metadata: { 'visa.kind': { eq: 'work' } } },
    ['Stamp two'],
  ],
  [
    'metadata exists',
    { ...any, metadata: { visa: { exists: true }, trip: { exists: false } } },
    { ...anyTyped, metadata: { visa: { exists: true }, trip: { exists: false } } },
    ['Stamp four'],
  ],
  [
    'metadata.key',
    { ...any, 'metadata.trip': 'peru' },
    { ...anyTyped, metadata: { trip: { eq: 'peru' } } },
    ['Stamp two'],
  ],
  [
    'keywords contains, case-sensitive',
    { ...any, keywords: { contains: 'Stamp t' } },
    { ...anyTyped, keywords: { contains: 'Stamp t' } },
    ['Stamp two', 'Stamp three'],
  ],
  [
    'keywords icontains',
    { ...any, keywords: { icontains: 'STAMP T' } },
    { ...anyTyped, keywords: { icontains: 'STAMP T' } },
    ['Stamp two', 'Stamp three'],
  ],
  [
    'keywords eq, case-sensitive',
    {
      AND: [any],
      OR: [{ keywords: { eq: 'Stamp two' } }, { text: { eq: 'stamp three' } }, { keywords_search: { eq: 'Stamp' } }],
    },
    {
      and: [anyTyped],
      or: [{ keywords: { eq: 'Stamp two' } }, { keywords: { eq: 'stamp three' } }, { keywords: { eq: 'Stamp' } }],
    },
    ['Stamp two'],
  ],
  [
    'text and keywords_search',
    { ...any, text: 'stamp', keywords_search: 'FOUR' },
    { ...anyTyped, and: [{ keywords: { icontains: 'stamp' } }, { keywords: { icontains: 'FOUR' } }] },
    ['Stamp four'],
  ],
];
