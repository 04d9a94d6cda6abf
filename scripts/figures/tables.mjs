// Tables of docs/performance.md that `npm run figures` writes, in their order.

/**
 * `command` runs in the root of the repository, with `short` or with `long` behind it. Its last line is the report of bench/report-tables.ts
 * as JSON. `needsPostgres`: it gets DATABASE_URL of an empty database. `packages`: whose versions the table names, from the package.json of `folder`.
 */
export const tables = [
  {
    id: 'pages',
    title: 'Pages beside other GraphQL servers',
    about:
      'The same page over the same rows: a project with its organization, 10 members and 20 memories. memory-gateway checks an API key and writes each request to the request log; the others do neither. [bench/graphql](../bench/graphql/README.md) has the servers and the three sizes of the page.',
    command: 'npm ci --prefix bench/graphql --silent && node bench/graphql/run.mjs',
    short: '--rounds 3 --seconds 2 --kinds ordinary,tiny',
    long: '--rounds 7 --seconds 4',
    needsPostgres: true,
    folder: 'bench/graphql',
    packages: ['graphql-yoga', 'postgraphile', 'mercurius', '@apollo/server'],
  },
  {
    id: 'memories',
    title: 'Memories beside mem0ai/oss',
    about:
      'Questions about conversations in six languages, over the same texts and vectors: share of the turns with the answer among the first results, in percent. [Retrieval in figures](evidence/retrieval.md) has more.',
    command: 'npx tsx bench/retrieval.ts',
    short: '--conversation en-1 --mode text --peer',
    long: '--peer',
    packages: ['mem0ai'],
  },
  {
    id: 'growth',
    title: 'Growth of a project',
    about: 'Searches, adds and lists of one project with more and more memories of 10,000 users.',
    command: 'npx tsx bench/memory-size.ts',
    short: '--sizes 1000,10000 --rounds 50 --recall 20',
    long: '--sizes 1000,10000,100000,1000000 --rounds 200 --recall 40',
    needsPostgres: true,
  },
  {
    id: 'tenants',
    title: 'Many projects in one database',
    about:
      'Searches of a small project alone in its installation, and beside projects of other organizations whose sizes follow Zipf’s law. The goal is a p95 of at most 1.3 times that alone. It holds a minute after the last start. In the first minute, while Postgres still works on the rows of the filling, searches with partitions took 1.4 times as long in two runs on a quiet machine.',
    command: 'npx tsx bench/tenants.ts',
    short: '--projects 300 --rounds 100',
    long: '--projects 10000 --rounds 400',
    needsPostgres: true,
  },
  {
    id: 'gateways',
    title: 'Several servers on one Postgres',
    about:
      'Servers and Postgres share one machine, so further servers bring no further processors. Embeddings come from a provider stub.',
    command: 'npx tsx bench/gateways.ts',
    short: '--rounds 1 --seconds 3',
    long: '--rounds 5 --seconds 6',
    needsPostgres: true,
  },
  ...[true, false].map((needsPostgres) => ({
    id: needsPostgres ? 'overload' : 'overload-embedded',
    title: `Overload on ${needsPostgres ? 'Postgres' : 'the embedded database'}`,
    about:
      'Four times as many adds as the server can do, with the local embedding model; the clients use the same processors. Goals: accepted adds p95 2 s and 0.9 of the peak, refusals 100 ms, reads at most 2 times idle.',
    command: 'npx tsx bench/overload.ts',
    short: '--seconds 3',
    long: '--seconds 10',
    needsPostgres,
  })),
  {
    id: 'mixed-load',
    title: 'Mixed load',
    about:
      'Adds, searches, lists, reads, updates, deletions and GraphQL pages of 50 users. Memory, queues and dead rows have to stay flat.',
    command: 'npx tsx bench/mixed-load.ts',
    short: '--minutes 2 --samples 6',
    long: '--minutes 60 --samples 20',
    needsPostgres: true,
  },
  {
    id: 'idle',
    title: 'A server that is left alone',
    about:
      'With 100 memories and the local embedding model, which is unloaded after `EMBEDDER_IDLE_SECONDS` (300). Goals: at most 0.1 CPU seconds in 30 s, and 300 MB.',
    command: 'npx tsx bench/idle.ts',
    short: '--after 330',
    long: '--after 1500',
    needsPostgres: true,
  },
  {
    id: 'engines',
    title: 'Engines of the local embedding model',
    about: 'CPU time to embed a text, and resident memory of the model.',
    command: 'npx tsx bench/embedding-cpu.ts',
    short: '--rounds 3 --texts 10',
    long: '--rounds 7 --texts 40',
  },
];
