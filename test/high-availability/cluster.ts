import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { childrenOf, forgetAll, kill, launch, programs, signal, watch } from './programs.js';
import { haproxyFile, patroniFile, type Ports } from './settings.js';

/** Three Postgres nodes under Patroni, one etcd and HAProxy in front of them, on loopback. */
export interface Cluster {
  /** The primary, whichever node it is. */
  readonly url: string;
  /** Returns the number of the primary, or null while there is none. */
  primary(): Promise<number | null>;
  /** Waits until another node than this one is the primary. */
  untilPromoted(former: number): Promise<void>;
  /** Waits until all nodes run, one of them as the synchronous standby. */
  untilComplete(): Promise<void>;
  /** Ends Patroni and Postgres of a node as if its machine lost power. */
  crash(node: number): Promise<void>;
  /** Stops all processes of a node without ending them, and returns what lets them go on. */
  pause(node: number): () => void;
  /** Starts a node that crashed. */
  start(node: number): void;
  close(): Promise<void>;
}

const nodes = [0, 1, 2];

export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-cluster-'));
  const [etcd = 0, etcdPeer = 0, primary = 0, ...rest] = await findFreePorts(9);
  const ports = {
    etcd,
    etcdPeer,
    primary,
    nodes: nodes.map((n) => ({ postgres: rest[n] ?? 0, rest: rest[n + 3] ?? 0 })),
  };
  await writeFile(path.join(folder, 'haproxy.cfg'), haproxyFile(ports));
  for (const node of nodes) await writeFile(path.join(folder, `n${node}.yml`), patroniFile(node, folder, ports));
  await chmod(folder, 0o700);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:', folder]);
  const helpers = [launch('etcd', etcdCommand(folder, ports), folder)];
  await until('etcd', folder, async () => (await ask(`http://127.0.0.1:${etcd}/health`)) !== null);
  const cluster = createCluster(folder, ports, helpers);
  nodes.forEach((node) => cluster.start(node));
  helpers.push(launch('haproxy', [programs.haproxy, '-db', '-f', path.join(folder, 'haproxy.cfg')], folder));
  await cluster.untilComplete();
  await createDatabase(new URL('/postgres', cluster.url).href);
  return cluster;
}

const etcdCommand = (folder: string, { etcd, etcdPeer }: Ports) => [
  programs.etcd,
  ...['--name', 'e', '--data-dir', path.join(folder, 'etcd'), '--unsafe-no-fsync'],
  ...[`--listen-client-urls=http://127.0.0.1:${etcd}`, `--advertise-client-urls=http://127.0.0.1:${etcd}`],
  ...[`--listen-peer-urls=http://127.0.0.1:${etcdPeer}`, `--initial-advertise-peer-urls=http://127.0.0.1:${etcdPeer}`],
  ...[`--initial-cluster=e=http://127.0.0.1:${etcdPeer}`, '--logger=zap', '--log-level=warn'],
];

function createCluster(folder: string, ports: Ports, helpers: ChildProcess[]): Cluster {
  const managers: ChildProcess[] = [];
  const rest = (node: number, resource: string) => ask(`http://127.0.0.1:${ports.nodes[node]?.rest}/${resource}`);
  const postmaster = (node: number) => {
    const file = path.join(folder, `n${node}`, 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
  };
  const primary = async () => {
    for (const node of nodes) if ((await rest(node, 'primary')) !== null) return node;
    return null;
  };
  const isComplete = async () => {
    const answer = (await rest(0, 'cluster')) ?? (await rest(1, 'cluster'));
    const { members = [] } = JSON.parse(answer ?? '{}') as { members?: { role: string; state: string }[] };
    const roles = members.filter(({ state }) => ['running', 'streaming'].includes(state)).map(({ role }) => role);
    return roles.sort().join(' ') === 'leader replica sync_standby' && (await primary()) !== null;
  };
  return {
    url: `postgresql://postgres@127.0.0.1:${ports.primary}/memory`,
    primary,
    untilPromoted: (former) => until('other primary', folder, async () => ![null, former].includes(await primary())),
    async untilComplete() {
      await until('cluster of three nodes', folder, isComplete);
      nodes.map(postmaster).forEach((id) => id !== null && watch(id));
    },
    // Patroni first, or it would start Postgres again.
    async crash(node) {
      await kill(managers[node]);
      const id = postmaster(node);
      if (id !== null) signal(id, 'SIGKILL');
    },
    pause(node) {
      const id = postmaster(node);
      const ids = [managers[node]?.pid, id].filter((each) => typeof each === 'number');
      ids.forEach((each) => signal(each, 'SIGSTOP'));
      const all = [...ids, ...(id === null ? [] : childrenOf(id))];
      all.forEach((each) => signal(each, 'SIGSTOP'));
      return () => all.forEach((each) => signal(each, 'SIGCONT'));
    },
    start(node) {
      managers[node] = launch(`patroni${node}`, [programs.patroni, path.join(folder, `n${node}.yml`)], folder);
    },
    async close() {
      await Promise.all([...managers, ...helpers].map(kill));
      nodes.map(postmaster).forEach((id) => id !== null && signal(id, 'SIGKILL'));
      forgetAll();
      await delay(200);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function ask(url: string): Promise<string | null> {
  const signalOfTime = AbortSignal.timeout(1_000);
  return fetch(url, { signal: signalOfTime }).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  );
}

/** A node that was paused can take minutes to return on a machine that does other work. */
const limitMs = 240_000;

/** Waits for what the programs of the cluster do. @throws Error with the ends of their logs */
async function until(what: string, folder: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > deadline)
      throw new Error(`There is no ${what} after ${limitMs / 1_000} seconds.\n${readLogs(folder)}`);
    await delay(50);
  }
}

const readLogs = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}:\n${readFileSync(path.join(folder, name), 'utf8').split('\n').slice(-12).join('\n')}`)
    .join('\n');

async function createDatabase(connectionString: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('CREATE DATABASE memory');
      return await client.end();
    } catch (error) {
      await client.end().catch(() => undefined);
      if (left === 0) throw error;
      await delay(100);
    }
  }
}

async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}
