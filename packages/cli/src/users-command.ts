import { UsersDocument } from '../../../client/index.js';
import type { DefineCommand } from './command-line.js';
import { onServer, withServer, type RemoteDefaults, type RemoteOptions } from './connection.js';
import { printJson, printTable } from './print.js';
import { readNodes } from './read-pages.js';

/** Defines `memory-gateway users`, which lists the users of a running server for admins. */
export function usersCommand(defaults: RemoteDefaults): DefineCommand {
  return (program, { io, run }) =>
    withServer(
      program.command('users').description('List the users of a running server (admins only)'),
      defaults,
    ).action(
      run((options: RemoteOptions) =>
        onServer(options, { io, defaults }, async ({ client }) => {
          const accounts = await readNodes(
            async (after) => (await client.request(UsersDocument, { first: 100, after })).users,
          );
          if (options.json) return printJson(io, accounts);
          const rows = accounts.map(({ id, email, name, role }) => [id, email, name, role ?? '']);
          printTable(io, ['ID', 'EMAIL', 'NAME', 'ROLE'], rows);
        }),
      ),
    );
}
