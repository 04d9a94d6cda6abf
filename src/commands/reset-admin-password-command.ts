import { Option } from 'commander';
import { DomainError } from '../errors.js';
import { ArgumentsError, type DefineCommand, type ExitCode, explainRefusal, printResult } from '@memory-gateway/cli';
import { readPassword, type PasswordOptions } from './read-password.js';
import { withServices, type Means, type OpenServices } from './with-services.js';

interface Options extends PasswordOptions {
  readonly email?: string;
  readonly json?: boolean;
}

/** Defines `memory-gateway reset-admin-password`. Exit codes: 0 done, 1 unknown address, 2 wrong arguments. */
export function resetAdminPasswordCommand(open: OpenServices): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('reset-admin-password')
      .description('Set the password of a user and end their sessions, even while the server runs; API keys stay valid')
      .option('--email <address>', 'email address of the user')
      .addOption(new Option('--password-stdin', 'read the new password from stdin').conflicts('password'))
      .option('--password <text>', 'the new password, 8 to 128 characters; without it you are asked on a terminal')
      .option('--json', 'print one JSON object and nothing else')
      .action(run((options: Options) => resetAdminPassword(options, { io, open })));
}

async function resetAdminPassword(options: Options, { io, open }: Means): Promise<ExitCode> {
  const { email: address = '' } = options;
  const password = address.trim() === '' ? undefined : await readPassword(options, io);
  if (address.trim() === '' || !password)
    throw new ArgumentsError('--email and a password are required (--password-stdin, --password, or a terminal).');
  try {
    const { resetPassword } = await import('../resolvers/user/reset-password.js');
    const { email } = await withServices(open, (services) => resetPassword(services, { email: address, password }));
    const text = `Password of ${email} changed. All of their sessions have ended.\n`;
    return printResult(io, { json: options.json, value: { email, sessions_ended: true }, text });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    io.stderr.write(`${explainRefusal(error)}\n`);
    return error.code === 'BAD_USER_INPUT' ? 2 : 1;
  }
}
