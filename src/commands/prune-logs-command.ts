import { parseArgs } from 'node:util';
import { pruneRequestLogs } from '../resolvers/request-log/prune-request-logs.js';
import type { CommandIo, OpenServices } from './bootstrap-command.js';

const usage = `Usage: memory-gateway prune-logs [--days N] [--json]

Removes calls from the request log that arrived more than N days ago. A running server does the same every hour by itself.

  --days N     1 to 36500 (REQUEST_LOG_RETENTION_DAYS, or 30)
  --json       print one JSON object and nothing else
  --help       print this
`;

/** Runs `memory-gateway prune-logs`. @returns the exit code: 0 done, 2 wrong arguments; what fails otherwise is thrown */
// eslint-disable-next-line max-params -- four things of four kinds, and one caller
export async function runPruneLogsCommand(
  argv: readonly string[],
  io: CommandIo,
  open: OpenServices,
  defaultDays: number,
): Promise<number> {
  const options = readOptions(argv, defaultDays);
  if (typeof options === 'string') {
    io.stderr.write(`${options}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    io.stdout.write(usage);
    return 0;
  }
  const { services, close } = await open();
  try {
    const { days } = options;
    const { deleted, cutOff } = await pruneRequestLogs(services, { days });
    const cut_off = cutOff.toISOString();
    io.stdout.write(
      options.json
        ? `${JSON.stringify({ deleted, cut_off, days })}\n`
        : `Removed ${deleted} calls that arrived before ${cut_off} (${days} days ago).\n`,
    );
    return 0;
  } finally {
    await close();
  }
}

interface Options {
  readonly days: number;
  readonly json: boolean;
  readonly help: boolean;
}

function readOptions(argv: readonly string[], defaultDays: number): Options | string {
  const flag = { type: 'boolean' } as const;
  try {
    const {
      days = String(defaultDays),
      json = false,
      help = false,
    } = parseArgs({ args: [...argv], options: { days: { type: 'string' }, json: flag, help: flag } }).values;
    const isValid = /^\d{1,5}$/.test(days) && Number(days) >= 1 && Number(days) <= 36_500;
    return isValid || help ? { days: Number(days), json, help } : '--days must be a whole number from 1 to 36500.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
