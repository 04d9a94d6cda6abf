import { type DefineCommand, printResult } from '@memory-gateway/cli';
import { withServices, type OpenServices } from './with-services.js';

const about = `Free the space of deleted rows

Deleted texts stay in the files of a database until their space is used again. This command rewrites the files of the embedded database:
afterwards, they hold no deleted text. Requests wait meanwhile. On Postgres, it runs VACUUM; the database reuses the space.`;

/** Defines `memory-gateway vacuum`. Exit codes: 0 done, 2 wrong arguments. */
export function vacuumCommand(open: OpenServices): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('vacuum')
      .summary('free the space of deleted rows')
      .description(about)
      .option('--json', 'print one JSON object and nothing else')
      .action(
        run(({ json }: { json?: boolean }) =>
          withServices(open, async (services) => {
            const { vacuumDatabase } = await import('../resolvers/deletion/vacuum-database.js');
            const { bytesBefore, bytesAfter } = await vacuumDatabase(services);
            const value = { bytes_before: bytesBefore, bytes_after: bytesAfter };
            const text = `The database takes ${bytesAfter} bytes; before, it took ${bytesBefore}.\n`;
            return printResult(io, { json, value, text });
          }),
        ),
      );
}
