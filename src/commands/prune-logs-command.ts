import { type DefineCommand, type ExitCode, printResult, toInteger } from '@memory-gateway/cli';
import { withServices, type Means, type OpenServices } from './with-services.js';

interface Options {
  readonly days?: number;
  readonly json?: boolean;
}

/** Defines `memory-gateway prune-logs`, which removes old request logs. Exit codes: 0 done, 2 wrong arguments. */
export function pruneLogsCommand(open: OpenServices, defaultDays: () => Promise<number>): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('prune-logs')
      .description('Remove old entries from the request log; a running server does so every hour')
      .option(
        '--days <number>',
        'age from which entries are removed, 1 to 36500 (default: REQUEST_LOG_RETENTION_DAYS)',
        toInteger(1, 36_500),
      )
      .option('--json', 'print one JSON object and nothing else')
      .action(
        run(async ({ days, json }: Options) => pruneLogs({ days: days ?? (await defaultDays()), json }, { io, open })),
      );
}

function pruneLogs(
  { days, json }: { days: number; json: boolean | undefined },
  { io, open }: Means,
): Promise<ExitCode> {
  return withServices(open, async (services) => {
    const { pruneRequestLogs } = await import('../resolvers/request-log/prune-request-logs.js');
    const { deleted, cutOff } = await pruneRequestLogs(services, { days });
    const cut_off = cutOff.toISOString();
    const text = `Removed ${deleted} ${deleted === 1 ? 'request' : 'requests'} that arrived before ${cut_off} (${days} days ago).\n`;
    return printResult(io, { json, value: { deleted, cut_off, days }, text });
  });
}
