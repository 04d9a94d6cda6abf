import { parseArgs } from 'node:util';
import { DomainError } from '../errors.js';
import { resetPassword } from '../resolvers/user/reset-password.js';
import type { CommandIo, OpenServices } from './bootstrap-command.js';

const usage = `Usage: memory-gateway reset-admin-password --email <address> --password <text> [--json]

Sets the password of a user, admin or not, and ends all of their sessions. Works beside a running server. API keys go on.

  --email <address>     whose password
  --password <text>     the new one, 8 to 128 characters
  --json                print one JSON object and nothing else
  --help                print this
`;

/** Runs `memory-gateway reset-admin-password`. @returns the exit code: 0 done, 1 unknown address, 2 wrong arguments */
export async function runResetAdminPasswordCommand(
  argv: readonly string[],
  io: CommandIo,
  open: OpenServices,
): Promise<number> {
  const options = readOptions(argv);
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
    const { email } = await resetPassword(services, { email: options.email, password: options.password });
    io.stdout.write(
      options.json
        ? `${JSON.stringify({ email, sessions_ended: true })}\n`
        : `The password of ${email} is changed, and all of their sessions have ended.\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    io.stderr.write(`${explain(error)}\n`);
    return error.code === 'BAD_USER_INPUT' ? 2 : 1;
  } finally {
    await close();
  }
}

interface Options {
  readonly email: string;
  readonly password: string;
  readonly json: boolean;
  readonly help: boolean;
}

function readOptions(argv: readonly string[]): Options | string {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const {
      email = '',
      password = '',
      json = false,
      help = false,
    } = parseArgs({ args: [...argv], options: { email: text, password: text, json: flag, help: flag } }).values;
    if (!help && (email.trim() === '' || password === '')) return 'Both --email and --password are needed.';
    return { email, password, json, help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function explain(error: DomainError): string {
  const fields = Object.entries(error.fields ?? {});
  return fields.length === 0
    ? error.message
    : fields.map(([field, texts]) => `--${field}: ${texts.join(' ')}`).join('\n');
}
