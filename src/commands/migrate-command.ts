import { Option } from 'commander';
import type { Database } from '@memory-gateway/database';
import type { PlannedStep } from '@memory-gateway/database/migrations';
import { type CommandIo, type DefineCommand, type ExitCode, printResult } from '@memory-gateway/cli';

interface Options {
  readonly plan?: boolean;
  readonly check?: boolean;
  readonly contract?: boolean;
  readonly json?: boolean;
}

const about = `Migrate the database, as each start of the server does

Steps that would stop the version before wait until --contract, or until the next minor version starts. Run --contract when no server of
the version before runs and you will not go back to it.`;

/**
 * Defines `memory-gateway migrate`. `open` creates a missing embedded database only if told so. Exit codes: 0 done, 1 refused or, with --check, something to do,
 * 2 wrong arguments.
 */
export function migrateCommand(open: (creates: boolean) => Promise<Database>): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('migrate')
      .summary('migrate the database, or show what a migration would do')
      .description(about)
      .option('--plan', 'print the steps with their locks and sizes, and change nothing')
      .addOption(
        new Option(
          '--check',
          'exit with 0 if this version has nothing to migrate, with 1 if it has; change nothing',
        ).conflicts('plan'),
      )
      .option('--contract', 'also remove what only the version before needs')
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(
        run(async (options: Options) => {
          const database = await open(!options.plan && !options.check);
          try {
            const { refuseUnfitDatabase } = await loadMigrations();
            await refuseUnfitDatabase(database);
            if (options.plan) return await plan(database, options, io);
            return options.check ? await check(database, options, io) : await apply(database, options, io);
          } finally {
            await database.close();
          }
        }),
      );
}

// The database's client is large, and other commands do not need it.
const loadMigrations = () => import('@memory-gateway/database/migrations');

async function apply(database: Database, { contract = false, json }: Options, io: CommandIo): Promise<ExitCode> {
  const onProgress = (text: string) => void io.stderr.write(`${text}\n`);
  const { listHeldMigrations, migrate } = await loadMigrations();
  const { applied } = await migrate(database, { contract, onProgress });
  const held = await listHeldMigrations(database);
  const waiting = held.length === 0 ? '' : `Waiting for --contract: ${held.join(', ')}\n`;
  return printResult(io, { json, value: { applied, held }, text: `${applied.length} migrations applied\n${waiting}` });
}

async function check(database: Database, { contract = false, json }: Options, io: CommandIo): Promise<ExitCode> {
  const { arePartitionsMissing, listPendingMigrations } = await loadMigrations();
  const split = (await arePartitionsMissing(database)) ? ['PARTITIONS'] : [];
  const pending = [...(await listPendingMigrations(database, { contract })), ...split];
  const text = pending.length === 0 ? 'The database fits this version.\n' : `Missing: ${pending.join(', ')}\n`;
  printResult(io, { json, value: { pending }, text });
  return pending.length === 0 ? 0 : 1;
}

async function plan(database: Database, { contract = false, json }: Options, io: CommandIo): Promise<ExitCode> {
  const { arePartitionsMissing, planMigrations } = await loadMigrations();
  const steps = await planMigrations(database, { contract });
  const partitions = (await arePartitionsMissing(database)) ? database.partitions : null;
  const last = partitions === null ? '' : `At the end, ${partitions} partitions by project\n`;
  const text = steps.map(describe).join('') + last || 'Nothing to migrate.\n';
  return printResult(io, { json, value: { steps, ...(partitions !== null && { partitions }) }, text });
}

const kinds = {
  transaction: 'in one transaction',
  alone: 'outside of a transaction',
  index: 'while rows are written',
  repeat: 'in batches, each a transaction',
};

function describe({ migration, step, kind, locks }: PlannedStep): string {
  const lines = locks.map(
    ({ table, mode, bytes, rows }) => `    ${mode} on ${table}: ${Math.ceil(bytes / 1024)} kB, about ${rows} rows\n`,
  );
  return `${migration}, step ${step}, ${kinds[kind]}\n${lines.join('')}`;
}
