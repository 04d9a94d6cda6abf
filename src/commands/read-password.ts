import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CommandIo } from './command-line.js';

/** How a password was given. `--password` shows it to every user of the machine, so the other ways come first in the help. */
export interface PasswordOptions {
  readonly password?: string | undefined;
  readonly passwordStdin?: boolean | undefined;
}

/**
 * The password of an option, of stdin (`--password-stdin`), or of a prompt on a terminal.
 * @returns undefined when none was given and there is no terminal to ask on
 */
export async function readPassword(options: PasswordOptions, io: CommandIo): Promise<string | undefined> {
  if (options.passwordStdin && io.stdin) return (await text(io.stdin)).replace(/\r?\n$/, '');
  if (options.password !== undefined) return options.password;
  return io.stdin?.isTTY ? prompt(io.stdin, io) : undefined;
}

async function prompt(input: NodeJS.ReadStream, io: CommandIo): Promise<string> {
  // Readline echoes what is typed to its output.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  try {
    io.stderr.write('Password: ');
    return await lines.question('');
  } finally {
    lines.close();
    io.stderr.write('\n');
  }
}
