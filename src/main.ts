#!/usr/bin/env node
import { accessSync, constants, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DefineCommand, type ExitCode, hasCommand, remoteCommands, runCommandLine } from '@memory-gateway/cli';
import { writeFirstEnvironment } from './commands/first-run.js';
import type { CommandMeans, OpenOptions } from './commands/index.js';
import { findRunningServer } from './commands/running-server.js';
import type { Config } from './config.js';
import { readRemoteConfig, type RemoteConfig } from './config/remote.js';
import { productVersion } from './product.js';
import { describeFailure, explainFailure } from './start-failure.js';

async function load() {
  const { loadConfig } = await import('./config.js');
  return loadConfig(process.env);
}

async function loadForServer(options: Record<string, string | undefined> = {}) {
  const { loadConfig } = await import('./config.js');
  return loadConfig({ ...process.env, ...options }, { requireAuthSecret: true });
}

async function loadForWorker() {
  const { loadConfig } = await import('./config.js');
  return loadConfig(process.env, { requireAuthSecret: true, requirePostgres: true });
}

// Options of a running server may have other ports than the environment.
const readRemote = () =>
  readRemoteConfig(process.env, findRunningServer(process.env.DATA_DIR?.trim() || './.data')?.apiUrl);

// Imports the server lazily, so that commands such as `memory-gateway search` start faster.
const server: CommandMeans['server'] = {
  async serve({
    port = process.env.API_PORT,
    dashboardPort = process.env.DASHBOARD_PORT,
    dataDir = process.env.DATA_DIR,
  }) {
    createFirstEnvironment();
    const [{ createApp }, { serve }] = await Promise.all([import('./app.js'), import('./commands/serve.js')]);
    await serve(createApp, await loadForServer({ API_PORT: port, DASHBOARD_PORT: dashboardPort, DATA_DIR: dataDir }));
  },
  async work() {
    const [{ createBackgroundWorker }, { runWorker }] = await Promise.all([
      import('./app.js'),
      import('./commands/work.js'),
    ]);
    await runWorker(createBackgroundWorker, await loadForWorker());
  },
  // Logs errors only: agents read this output.
  async openWorker() {
    const { createMcpWorker } = await import('./app.js');
    const config = await load();
    const database = config.database.kind === 'embedded' ? { ...config.database, joinHolder: true } : config.database;
    return createMcpWorker({ ...config, database, log: { ...config.log, level: 'error' } });
  },
  async printSchema() {
    const [{ printSchema }, { buildSchema }] = await Promise.all([import('graphql'), import('./schema/index.js')]);
    return printSchema(buildSchema());
  },
  async printSubgraph() {
    const [{ createSubgraph }, { buildSchema }] = await Promise.all([
      import('./schema/federation/subgraph.js'),
      import('./schema/index.js'),
    ]);
    return createSubgraph(buildSchema()).sdl;
  },
};

// Works before the first start, and beside a running server by joining its embedded database through the socket.
async function open(options: OpenOptions = {}) {
  const { embedder = false, alone = false, changesNothing = false, creates = true } = options;
  const [config, { assertDatabase, databaseDirectory, isInitialized }] = await Promise.all([
    load(),
    import('@memory-gateway/embedded-postgres'),
  ]);
  // A new database in a folder that was meant to have one already would look like lost data.
  const isRefused = creates === 'named' ? !process.env.DATA_DIR?.trim() : !creates;
  if (isRefused && config.database.kind === 'embedded')
    assertDatabase(config.database.dataDir, creates === 'named' ? createAdvice : '');
  const { createLogger, openServices } = await import('./app/open-services.js');
  const database = config.database.kind === 'embedded' ? { ...config.database, joinHolder: !alone } : config.database;
  const used = { ...config, database, embedder: embedder ? config.embedder : ('none' as const) };
  const log = createLogger({ ...config, log: { ...config.log, level: 'error' } });
  if (!changesNothing) return openServices(used, { log });
  return database.kind === 'embedded' && !isInitialized(databaseDirectory(database.dataDir))
    ? openTemporary({ ...used, database }, (config) => openServices(config, { log }))
    : openServices(used, { log, refusesPending: true });
}

/** Opens services on an embedded database in a folder that is removed when they are closed. */
async function openTemporary<Opened extends { close(): Promise<void> }>(
  config: Config & { database: { kind: 'embedded' } },
  open: (config: Config) => Promise<Opened>,
): Promise<Opened> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memory-gateway-'));
  const remove = () => rm(dataDir, { recursive: true });
  try {
    const opened = await open({ ...config, database: { ...config.database, dataDir } });
    const close = async () => {
      await opened.close();
      await remove();
    };
    return { ...opened, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

const createAdvice = 'To create a database here, set DATA_DIR=./.data.';

// A server that holds the embedded database takes the job. If it does not, this process releases what a killed one left.
const openForImport: CommandMeans['openForImport'] = async () => {
  const [{ database }, { assertDatabase, databaseDirectory, DataDirLockedError, isInitialized }] = await Promise.all([
    load(),
    import('@memory-gateway/embedded-postgres'),
  ]);
  const isEmbedded = database.kind === 'embedded';
  if (isEmbedded) {
    const { dataDir } = database;
    if (!process.env.DATA_DIR?.trim())
      assertDatabase(dataDir, `To import into a running server, use --to URL. ${createAdvice}`);
    const verb = isInitialized(databaseDirectory(dataDir)) ? 'Uses the' : 'Creates an';
    process.stderr.write(`${verb} embedded database in ${path.resolve(dataDir)}.\n`);
  }
  const [{ isAnswering }, { startImportWorker }] = await Promise.all([
    import('./commands/is-answering.js'),
    import('./jobs/workers.js'),
  ]);
  const alone = !isEmbedded
    ? null
    : await open({ alone: true }).catch((error: unknown) => {
        if (error instanceof DataDirLockedError) return null;
        throw error;
      });
  await alone?.jobs.releaseAbandoned();
  const { services, jobs, close } = alone ?? (await open());
  const hasServer = isEmbedded ? alone === null : await isAnswering(readRemote().url);
  let worker: ReturnType<typeof startImportWorker> | null = null;
  return {
    services,
    hasServer,
    runImports: () => void (worker ??= startImportWorker(services, jobs)),
    async close() {
      await worker?.stop(5_000);
      await close();
    },
  };
};

async function openOwnDatabase(creates: boolean) {
  const [{ openDatabase }, { assertDatabase }] = await Promise.all([
    import('@memory-gateway/database'),
    import('@memory-gateway/embedded-postgres'),
  ]);
  const { database } = await load();
  if (!creates && database.kind === 'embedded') assertDatabase(database.dataDir);
  return openDatabase(database.kind === 'embedded' ? { ...database, joinHolder: true } : database);
}

/** Creates and loads a missing `.env` for a start without the word `serve`, whose arguments were accepted. */
function createFirstEnvironment(): void {
  if (process.argv[2] === 'serve' || !writeFirstEnvironment(process.env)) return;
  process.stderr.write('Wrote .env with a random JWT_SECRET (mode 0600). Keep it: sessions are signed with it.\n');
  process.loadEnvFile('.env');
}

async function run(argv: readonly string[]): Promise<ExitCode> {
  // Does not override the environment. A folder of this name is of another tool, or what Docker makes of a missing file.
  if (statSync('.env', { throwIfNoEntry: false })?.isDirectory() === false) {
    // Node reports a file that it may not read as missing.
    accessSync('.env', constants.R_OK);
    process.loadEnvFile('.env');
  }
  const remote = readRemote();
  const asking = remoteCommands(productVersion, remote);
  const commands = hasCommand(asking, argv[0]) ? asking : await loadCommands(remote);
  return runCommandLine(commands, argv, { stdout: process.stdout, stderr: process.stderr, stdin: process.stdin });
}

async function loadCommands(remote: RemoteConfig): Promise<DefineCommand[]> {
  const { allCommands } = await import('./commands/index.js');
  return allCommands({
    version: productVersion,
    server,
    remote,
    open,
    openForImport,
    openDatabase: openOwnDatabase,
    load,
    explain: (error) => describeFailure(error, process.env),
  });
}

/** Waits until the reader has the output: a pipe takes 64 KiB at a time, and the end of the process drops the rest. */
const flushOutput = () => new Promise<void>((resolve) => process.stdout.write('', () => resolve()));

const isClosedPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

process.stdout.on('error', (error: Error) => {
  // A reader such as `head` may close the pipe early.
  if (isClosedPipe(error)) return;
  process.stderr.write(`The output cannot be written: ${error.message}.\n`);
  process.exit(1);
});

try {
  const code = await run(process.argv.slice(2));
  if (code !== null) {
    await flushOutput();
    // A pool or worker thread that closes slowly would keep the process alive.
    process.exit(code);
  }
} catch (error) {
  if (isClosedPipe(error)) process.exit(0);
  process.stderr.write(`${explainFailure(error, process.env)}\n`);
  process.exit(1);
}
