// Measures the cost of authentication:
//
//   DATABASE_URL=... npx tsx bench/auth.ts [--pairs 7] [--seconds 3]
//
// Runs two servers on one Postgres, one with AUTH_DISABLED. Both serve the same reads in alternating order (A B, B A),
// so that other load affects both equally. Exits with 1 if the median throughput ratio is below 0.9. DATABASE_URL must
// be a database that may be lost.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { createLocalServer, type LocalServer } from '../scripts/lib/local-server.js';

const { values: options } = parseArgs({
  options: { pairs: { type: 'string', default: '7' }, seconds: { type: 'string', default: '3' } },
});
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('DATABASE_URL names the database to use.');
const least = 0.9;

interface Side {
  readonly name: string;
  readonly server: LocalServer;
  readonly headers: Readonly<Record<string, string>>;
}

interface Read {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

function send({ server, headers }: Side, read: Read, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = {
      ...headers,
      ...(read.body
        ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(read.body)) }
        : {}),
    };
    const sent = request(`${server.url}${read.path}`, { agent, method: read.method, headers: all }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () =>
        answer.statusCode && answer.statusCode < 300 && !text.includes('"errors"')
          ? resolve(text)
          : reject(new Error(`${answer.statusCode} ${text.slice(0, 300)}`)),
      );
    });
    sent.on('error', reject).end(read.body);
  });
}

/** Returns the user and system time of a process in milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function measure(side: Side, read: Read): Promise<{ perSecond: number; cpu: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  const cpu = cpuMs(side.server.pid());
  const begin = performance.now();
  const end = begin + Number(options.seconds) * 1000;
  let requests = 0;
  const caller = async () => {
    for (; performance.now() < end; requests += 1) await send(side, read, agent);
  };
  await Promise.all(Array.from({ length: 10 }, caller));
  agent.destroy();
  return {
    perSecond: (requests * 1000) / (performance.now() - begin),
    cpu: (cpuMs(side.server.pid()) - cpu) / requests,
  };
}

const median = (list: readonly number[]) =>
  [...list].sort((left, right) => left - right)[Math.floor(list.length / 2)] ?? NaN;

/** @returns the median of the throughput ratios */
async function compare(read: Read, [keyed, open]: readonly [Side, Side]): Promise<number> {
  const [ours, theirs] = await Promise.all([keyed, open].map((side) => send(side, read, new Agent())));
  if (ours !== theirs) throw new Error(`The answers differ:\n${ours}\n${theirs}`);
  for (const side of [keyed, open]) await measure(side, read);
  const results = new Map<Side, { perSecond: number; cpu: number }[]>([
    [keyed, []],
    [open, []],
  ]);
  for (let pair = 0; pair < Number(options.pairs); pair += 1) {
    for (const side of pair % 2 === 0 ? [keyed, open] : [open, keyed])
      results.get(side)?.push(await measure(side, read));
  }
  const [withKey = [], without = []] = [results.get(keyed), results.get(open)];
  const ratio = median(withKey.map(({ perSecond }, pair) => perSecond / (without[pair]?.perSecond ?? NaN)));
  console.log(`\n${read.name}`);
  for (const [side, list] of results)
    console.log(
      `  ${side.name}: ${median(list.map(({ perSecond }) => perSecond)).toFixed(0)} requests/s, ${median(list.map(({ cpu }) => cpu)).toFixed(3)} ms CPU each`,
    );
  console.log(`  authenticated over open: ${ratio.toFixed(2)} of the throughput (median of ${options.pairs} pairs)`);
  return ratio;
}

const env = { DATABASE_URL: databaseUrl, EMBEDDER: 'none', LOG_LEVEL: 'warn' };
const [first, second] = [
  await createLocalServer({ env }),
  await createLocalServer({ env: { ...env, AUTH_DISABLED: 'true' } }),
];
try {
  await first.start();
  await second.start();
  const { apiKey } = await first.bootstrap();
  const keyed: Side = { name: 'with an API key', server: first, headers: { 'x-api-key': apiKey } };
  const open: Side = { name: 'AUTH_DISABLED', server: second, headers: {} };
  const messages = Array.from({ length: 50 }, (_each, index) => ({
    role: 'user',
    content: `Memory number ${index} of the bench.`,
  }));
  const added = JSON.parse(
    await send(
      keyed,
      {
        name: 'add',
        method: 'POST',
        path: '/v3/memories/add/',
        body: JSON.stringify({ messages, user_id: 'bench', infer: false }),
      },
      new Agent(),
    ),
  ) as { results: { id: string }[] };
  const reads: Read[] = [
    { name: 'one memory by REST', method: 'GET', path: `/v1/memories/${added.results[0]?.id}/` },
    {
      name: 'a page of memories by GraphQL',
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query: '{ memories(first: 20) { edges { node { id text createdAt } } } }' }),
    },
  ];
  for (const read of reads) if ((await compare(read, [keyed, open])) < least) process.exitCode = 1;
} finally {
  await Promise.all([first.remove(), second.remove()]);
}
