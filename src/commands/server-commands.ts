import { type DefineCommand, toInteger } from '@memory-gateway/cli';

/** Options of `serve`, which win over the variables API_PORT, DASHBOARD_PORT and DATA_DIR. */
export interface ServeOptions {
  readonly port?: string;
  readonly dashboardPort?: string;
  readonly dataDir?: string;
}

/** Parts of the server, imported lazily because other commands do not need them. */
export interface ServerParts {
  serve(options: ServeOptions): Promise<void>;
  work(): Promise<void>;
  printSchema(): Promise<string>;
  printSubgraph(): Promise<string>;
}

const toPort = (text: string): string => String(toInteger(0, 65_535)(text));

/** Defines `memory-gateway serve`, `worker`, `schema print` and `subgraph-schema`. */
export function serverCommands(parts: ServerParts): DefineCommand {
  return (program, { io, run }) => {
    const start = <Options>(action: (options: Options) => Promise<void>) =>
      run(async (options: Options) => {
        await action(options);
        return null;
      });
    const print = (read: () => Promise<string>) =>
      run(async () => {
        io.stdout.write(`${await read()}\n`);
        return 0;
      });
    program
      .command('serve', { isDefault: true })
      .description('Start the server (the default command)')
      .option('--port <number>', 'port of the API (default: API_PORT, or 8888)', toPort)
      .option('--dashboard-port <number>', 'port of the dashboard (default: DASHBOARD_PORT, or 3000)', toPort)
      .option('--data-dir <folder>', 'folder of the embedded database (default: DATA_DIR, or ./.data)')
      .action(start((options: ServeOptions) => parts.serve(options)));
    program
      .command('worker')
      .description('Run background jobs only, in addition to servers on the same Postgres database')
      .action(start(() => parts.work()));
    program
      .command('schema')
      .description('Print the GraphQL schema')
      .command('print')
      .description('Print the GraphQL schema')
      .action(print(() => parts.printSchema()));
    program
      .command('subgraph-schema')
      .description('Print the GraphQL schema as a subgraph of Apollo Federation 2')
      .action(print(() => parts.printSubgraph()));
  };
}
