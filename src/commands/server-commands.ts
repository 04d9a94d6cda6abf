import type { DefineCommand } from './command-line.js';

/** Parts of the server, imported lazily because other commands do not need them. */
export interface ServerParts {
  serve(): Promise<void>;
  work(): Promise<void>;
  printSchema(): Promise<string>;
}

/** Defines `memory-gateway serve`, `worker` and `schema print`. */
export function serverCommands(parts: ServerParts): DefineCommand {
  return (program, { io, run }) => {
    const start = (begin: () => Promise<void>) =>
      run(async () => {
        await begin();
        return null;
      });
    program
      .command('serve', { isDefault: true })
      .description('Start the server (the default command)')
      .action(start(() => parts.serve()));
    program
      .command('worker')
      .description('Run background jobs only, in addition to servers on the same Postgres database')
      .action(start(() => parts.work()));
    program
      .command('schema')
      .description('Print the GraphQL schema')
      .command('print')
      .description('Print the GraphQL schema')
      .action(
        run(async () => {
          io.stdout.write(`${await parts.printSchema()}\n`);
          return 0;
        }),
      );
  };
}
