import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { MemoriesDocument } from '../../../client/index.js';
import type { DefineCommand } from '../command-line.js';
import { progressLine } from '../progress.js';
import { onServer, withServer, type Remote, type RemoteDefaults } from './connection.js';
import { toFilter, toStates, withOwner, withStates, type OwnerOptions, type StateOptions } from './memory-options.js';

interface ExportOptions extends OwnerOptions, StateOptions {
  readonly output?: string;
}

const PAGE = 100;

/** Defines `memory-gateway export`, which writes memories of a running server as JSON Lines, newest first. */
export function exportCommand(defaults: RemoteDefaults): DefineCommand {
  return (program, { io, run }) => {
    const command = program
      .command('export')
      .description('Write memories as JSON Lines, one memory a line, newest first');
    withStates(withOwner(withServer(command, defaults)))
      .option('--output <file>', 'write to a file that does not exist yet (default: stdout)')
      .action(
        run((options: ExportOptions) =>
          onServer(options, { io, defaults }, (remote) => writeMemories(options, remote)),
        ),
      );
  };
}

async function writeMemories(options: ExportOptions, { client, io }: Remote): Promise<void> {
  const file = options.output === undefined ? null : createWriteStream(options.output, { flags: 'wx', mode: 0o600 });
  if (file) await once(file, 'open');
  const progress = progressLine(io.stderr);
  let done = 0;
  for (let after: string | null | undefined; after !== null;) {
    const selection = { projectId: options.project, filter: toFilter(options), ...toStates(options) };
    const variables = { ...selection, first: PAGE, after, withTotal: true };
    const { memories } = await client.request(MemoriesDocument, variables);
    const lines = memories.edges.map(({ node }) => `${JSON.stringify(node)}\n`).join('');
    if (file === null) io.stdout.write(lines);
    else if (!file.write(lines)) await once(file, 'drain');
    done += memories.edges.length;
    if (file) progress.show('memories', { done, total: memories.totalCount ?? done });
    after = memories.pageInfo.hasNextPage ? (memories.pageInfo.endCursor ?? null) : null;
  }
  progress.end();
  file?.end();
  if (file) await once(file, 'finish');
}
