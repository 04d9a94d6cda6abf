import { DomainError } from '../errors.js';
import { DumpError } from '@memory-gateway/dump-file';
import type { Services } from '../context.js';
import type { DumpProgress } from '../stores/dump/project-dump.js';
import { type CommandIo, type ExitCode, progressLine } from '@memory-gateway/cli';

/** Opens the database and the providers for a command, after its arguments were parsed. */
export type OpenServices = () => Promise<{ services: Services; close: () => Promise<void> }>;

/** What a command needs to work on the database. */
export interface Means {
  readonly io: CommandIo;
  readonly open: OpenServices;
}

/** Opens the database for one piece of work, and closes it afterwards. */
export async function withServices<Result>(
  open: OpenServices,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { services, close } = await open();
  try {
    return await work(services);
  } finally {
    await close();
  }
}

/**
 * Works on a file of rows, counts them on a terminal, and prints the text that the work returns. The total is unknown until the end.
 * @returns 0, or 1 after an expected error was printed
 */
export async function workOnFile(
  io: CommandIo,
  work: (onProgress: DumpProgress) => Promise<string>,
): Promise<ExitCode> {
  const line = progressLine(io.stderr);
  try {
    const text = await work(({ section, rows }) => {
      if (io.stderr.isTTY) line.show(section, { done: rows, total: rows });
    });
    line.end();
    io.stdout.write(text);
    return 0;
  } catch (error) {
    line.end();
    if (!(error instanceof DomainError || error instanceof DumpError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  }
}
