import { DumpError } from '@memory-gateway/dump-file';
import { DomainError } from '../errors.js';
import type { CommandIo, ExitCode } from './command-line.js';
import { progressLine } from './progress.js';

type ShowProgress = (progress: { section: string; rows: number }) => void;

/**
 * Runs work on a file of a backup or a project. Counts rows on a terminal, because the total is unknown until the end, and prints the
 * result. @returns 0 done, 1 refused or damaged
 */
export async function runDump(io: CommandIo, work: (onProgress: ShowProgress) => Promise<string>): Promise<ExitCode> {
  const line = progressLine(io.stderr);
  try {
    const result = await work(({ section, rows }) => {
      if (io.stderr.isTTY) line.show(section, { done: rows, total: rows });
    });
    line.end();
    io.stdout.write(result);
    return 0;
  } catch (error) {
    line.end();
    if (!(error instanceof DomainError || error instanceof DumpError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  }
}
