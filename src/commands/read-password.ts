import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ArgumentsError, type CommandIo, readText } from '@memory-gateway/cli';

/** Sources of a password. The help lists `--password` last, because every user of the machine can see it. */
export interface PasswordOptions {
  readonly password?: string | undefined;
  readonly passwordStdin?: boolean | undefined;
}

/** Reads the password from an option, stdin (`--password-stdin`) or a terminal prompt. Undefined if there is none. @throws ArgumentsError */
export async function readPassword(options: PasswordOptions, io: CommandIo): Promise<string | undefined> {
  if (options.passwordStdin && io.stdin) {
    const password = (await readText(io.stdin)).replace(/\r?\n$/, '');
    // No form of a sign-in takes it.
    if (/[\r\n]/.test(password)) throw new ArgumentsError('--password-stdin: the password must be one line.');
    return password;
  }
  if (options.password !== undefined) return options.password;
  return io.stdin?.isTTY ? prompt(io.stdin, io) : undefined;
}

async function prompt(input: NodeJS.ReadStream, io: CommandIo): Promise<string | undefined> {
  // Readline echoes what is typed to its output.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  try {
    io.stderr.write('Password: ');
    return await lines.question('');
  } catch (error) {
    // Ctrl-C and Ctrl-D.
    if (error instanceof Error && error.name === 'AbortError') return undefined;
    throw error;
  } finally {
    lines.close();
    io.stderr.write('\n');
  }
}
