import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.js';
import { type CommandIo, type DefineCommand, type ExitCode, paint, printJson } from '@memory-gateway/cli';
import type { OpenServices } from './with-services.js';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

interface Means {
  readonly io: CommandIo;
  readonly open: OpenServices;
  readonly load: () => Promise<Config>;
  readonly explain: Explain;
}

type Explain = (error: unknown) => string | null;

const LOWEST_FREE_BYTES = 500 * 1024 * 1024;
const MOST_CLOCK_DIFFERENCE_MS = 5_000;

/** Defines `memory-gateway doctor`, which checks the server's environment. Exit codes: 0 no problem, 1 problems. */
export function doctorCommand(open: OpenServices, load: () => Promise<Config>, explain: Explain): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('doctor')
      .description('Check configuration, disk, database, extensions, clock and models')
      .option('--json', 'print one JSON object and nothing else')
      .action(run((options: { json?: boolean }) => runDoctor(options, { io, open, load, explain })));
}

async function runDoctor({ json }: { json?: boolean }, means: Means): Promise<ExitCode> {
  const findings = await findAll(means);
  const ok = findings.every((finding) => finding.ok);
  if (json) printJson(means.io, { ok, checks: findings });
  else {
    const width = Math.max(...findings.map(({ check }) => check.length)) + 2;
    for (const { check, ok: isFine, detail } of findings) {
      const mark = isFine ? paint(means.io, 'green', 'ok  ') : paint(means.io, 'red', 'FAIL');
      means.io.stdout.write(`${mark}  ${check.padEnd(width)}${detail}\n`);
    }
  }
  return ok ? 0 : 1;
}

async function findAll({ open, load, explain }: Means): Promise<Finding[]> {
  const node = { check: 'node', ok: true, detail: process.version };
  let config: Config;
  try {
    config = await load();
  } catch (error) {
    const detail = messageOf(error).replaceAll('\n', ' ');
    return [node, { check: 'configuration', ok: false, detail }];
  }
  const configuration = {
    check: 'configuration',
    ok: true,
    detail: ['every variable is valid', ...config.warnings].join('; '),
  };
  const cookie = { check: 'session cookie', ok: true, detail: describeCookie(config) };
  return [
    node,
    configuration,
    cookie,
    ...(await checkFiles(config)),
    ...(await checkServices(open, { config, explain })),
  ];
}

async function checkFiles({ database, dataDir, backup, auditHeadsFile }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (database.kind === 'embedded') findings.push(await attempt('disk', () => checkFolder('DATA_DIR', dataDir)));
  if (backup) findings.push(await attempt('backups', () => checkFolder('BACKUP_DIR', backup.directory)));
  if (auditHeadsFile !== null) findings.push(await attempt('audit heads', () => checkHeadsFile(auditHeadsFile)));
  return findings;
}

/** No failure: a home network may have no TLS. */
function describeCookie({ http: { publicUrl, trustProxy } }: Config): string {
  if (publicUrl !== null) return publicUrl.startsWith('https:') ? 'Secure' : 'not Secure: PUBLIC_URL is http';
  if (trustProxy !== false) return 'Secure if the trusted proxy says https; set PUBLIC_URL to decide it';
  return 'not Secure behind a proxy that ends TLS: set PUBLIC_URL to the https origin';
}

/** Checks a folder, which the server creates if it is missing. */
async function checkFolder(variable: string, given: string): Promise<string> {
  let folder = path.resolve(given);
  while (!(await stat(folder).catch(() => null))) folder = path.dirname(folder);
  if (!(await stat(folder)).isDirectory()) throw new Error(`${variable}: ${folder} is no folder.`);
  await assertWritable(variable, folder);
  const { bavail, bsize } = await statfs(folder);
  const free = Math.round((bavail * bsize) / 1024 / 1024);
  if (bavail * bsize < LOWEST_FREE_BYTES)
    throw new Error(`${variable}: only ${free} MB are free on the disk of ${folder}.`);
  return `${free} MB free for ${path.resolve(given)}`;
}

/** Checks a file, which the server creates in an existing folder. */
async function checkHeadsFile(given: string): Promise<string> {
  const file = path.resolve(given);
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) throw new Error(`AUDIT_HEADS_FILE: ${file} is a folder.`);
  await assertWritable('AUDIT_HEADS_FILE', found ? file : path.dirname(file));
  return file;
}

const assertWritable = (variable: string, target: string): Promise<void> =>
  access(target, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${variable}: ${target} cannot be written (${error.code}).`);
  });

async function checkServices(
  open: OpenServices,
  { config, explain }: { config: Config; explain: Explain },
): Promise<Finding[]> {
  let opened: Awaited<ReturnType<OpenServices>>;
  try {
    opened = await open();
  } catch (error) {
    return [{ check: 'database', ok: false, detail: explain(error) ?? messageOf(error) }];
  }
  const { services } = opened;
  try {
    return [
      await attempt('database', async () => {
        const [row] = await services.database.query<{ version: string }>('SHOW server_version');
        const version = `${services.database.kind}, Postgres ${Object.values(row ?? {})[0] ?? 'unknown'}`;
        return version + describeMissing(config, services);
      }),
      await attempt('row security', () => Promise.resolve(describeRowSecurity(services))),
      await attempt('rate limits', () => Promise.resolve(describeRateLimits(services.config))),
      await attempt('partitions', () => describePartitions(services.database)),
      await attempt('extensions', () => checkExtensions(services.database)),
      await attempt('sessions', () => checkSessions(services.database)),
      await attempt('notifications', () => checkNotifications(services)),
      ...(services.replication
        ? [await attempt('replica', () => Promise.resolve().then(() => describeReplica(services.replication)))]
        : []),
      await attempt('clock', () => checkClock(services.database)),
      await attempt('embedding', () => checkEmbedder(services)),
      await attempt('reranker', () => checkReranker(services)),
      await attempt('language model', async () =>
        services.llm() === null ? 'none: memories are extracted by rules' : 'configured',
      ),
    ];
  } finally {
    await opened.close();
  }
}

/** The rest was checked on a database that lasts as long as the command. */
function describeMissing({ database }: Config, { config }: OpenedServices): string {
  if (database.kind !== 'embedded' || config.database.kind !== 'embedded') return '';
  if (database.dataDir === config.database.dataDir) return '';
  return `; none in ${path.resolve(database.dataDir)} yet: the first start creates one`;
}

const describeRateLimits = ({ database }: Config): string =>
  database.kind === 'postgres' && database.sharedRateLimits ? 'over all processes' : 'in each process';

// The database's client is large, and other commands do not need it.
const loadDatabase = () => import('@memory-gateway/database');

async function describePartitions(database: Database): Promise<string> {
  const { countPartitions } = await loadDatabase();
  const partitions = await countPartitions(database);
  return partitions === 0 ? 'none' : `${partitions} by project`;
}

/** Off is no failure: the application checks each request itself. */
function describeRowSecurity({ config, database, tenantWall }: OpenedServices): string {
  if (tenantWall) return 'on';
  if (database.kind === 'embedded') return 'none: the embedded database has one user';
  const isWanted = config.database.kind === 'postgres' && config.database.rowSecurity;
  return isWanted
    ? 'off: the database user may not create the role memory_gateway_tenant'
    : 'off: ROW_LEVEL_SECURITY is false';
}

type OpenedServices = Awaited<ReturnType<OpenServices>>['services'];
type Database = OpenedServices['database'];

async function checkExtensions(database: Database): Promise<string> {
  const wanted = ['vector', 'btree_gin'];
  const rows = await database.query<{ extname: string; extversion: string }>(
    'SELECT extname, extversion FROM pg_extension',
  );
  const missing = wanted.filter((name) => !rows.some(({ extname }) => extname === name));
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}.`);
  return rows
    .filter(({ extname }) => wanted.includes(extname))
    .map(({ extname, extversion }) => `${extname} ${extversion}`)
    .join(', ');
}

async function checkSessions(database: Database): Promise<string> {
  const { listMissingSettings } = await loadDatabase();
  const missing = await listMissingSettings(database);
  if (missing.length > 0)
    throw new Error(
      `Connections of DATABASE_URL have ${missing.join(', ')}. Behind a pooler, open new connections to Postgres (RECONNECT in PgBouncer).`,
    );
  return database.directConnectionString === database.connectionString
    ? 'have the settings they need'
    : 'have the settings they need, through a pooler';
}

async function checkNotifications({ bus, database }: OpenedServices): Promise<string> {
  if (database.kind === 'embedded') return 'none: the embedded database has one process';
  await bus.notifications.check();
  const fault = bus.notifications.fault();
  if (fault !== null) throw new Error(fault);
  return 'arrive';
}

function describeReplica(replication: OpenedServices['replication']): string {
  const { fault, lagMs } = replication?.state() ?? { fault: null, lagMs: null };
  if (fault !== null) throw new Error(`Left out. ${fault} The primary answers its reads.`);
  return `in use, ${Math.round((lagMs ?? 0) / 1_000)} s behind`;
}

async function checkClock(database: Database): Promise<string> {
  const [row] = await database.query<{ now: Date }>('SELECT now()');
  const difference = Math.abs(Date.now() - (row?.now.getTime() ?? 0));
  if (difference > MOST_CLOCK_DIFFERENCE_MS)
    throw new Error(`The clocks of this machine and the database differ by ${Math.round(difference / 1_000)} s.`);
  return 'this machine and the database agree';
}

async function checkReranker({ reranker }: OpenedServices): Promise<string> {
  await reranker?.ready?.();
  return reranker?.id ?? 'none: searches refuse or ignore `rerank`';
}

async function checkEmbedder({ embedder }: OpenedServices): Promise<string> {
  if (embedder === null) return 'none: search uses words alone';
  const startedAt = performance.now();
  const [vector] = await embedder.embed(['Is this model there?']);
  const milliseconds = Math.round(performance.now() - startedAt);
  const engine = (await embedder.engine?.())?.name;
  const hint = engine === undefined ? '' : engineHints[engine];
  return `${embedder.id}, ${vector?.length ?? 0} dimensions, ${milliseconds} ms${hint}`;
}

const engineHints = {
  onnx: ' on ONNX Runtime',
  wasm: ' on WebAssembly; `npm run native-runtime` installs ONNX Runtime, which is several times as fast',
} as const;

async function attempt(check: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await run() };
  } catch (error) {
    return { check, ok: false, detail: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
