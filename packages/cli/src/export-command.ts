import { MemoriesDocument } from '../../../client/index.js';
import type { DefineCommand } from './command-line.js';
import { progressLine, type ProgressLine } from './progress.js';
import { writeOutput } from './write-output.js';
import { onServer, withServer, type Remote, type RemoteDefaults } from './connection.js';
import { toFilter, toStates, withOwner, withStates, type OwnerOptions, type StateOptions } from './memory-options.js';
import { readPages } from './read-pages.js';

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
  const { output } = options;
  const lines = readLines(options, client, output === undefined ? null : progressLine(io.stderr));
  if (output === undefined) {
    for await (const page of lines) await writeOutput(io, page);
    return;
  }
  const { writeNewFile } = await import('@memory-gateway/dump-file');
  await writeNewFile(output, lines);
}

async function* readLines(options: ExportOptions, client: Remote['client'], progress: ProgressLine | null) {
  const selection = { projectId: options.project, filter: toFilter(options), ...toStates(options) };
  const pages = readPages(async (after) => {
    const variables = { ...selection, first: PAGE, after, withTotal: true };
    return (await client.request(MemoriesDocument, variables)).memories;
  });
  let done = 0;
  for await (const { edges, totalCount } of pages) {
    yield edges.map(({ node }) => `${JSON.stringify(node)}\n`).join('');
    done += edges.length;
    progress?.show('memories', { done, total: totalCount ?? done });
  }
  progress?.end();
}
