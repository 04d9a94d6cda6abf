import { AddMemoriesDocument, MemoriesDocument } from '../../../client/index.js';
import { searchInPages } from '../../../client/search-in-pages.js';
import { Option } from 'commander';
import { ArgumentsError, type CommandIo, type DefineCommand } from './command-line.js';
import { toInteger, toQuery, toScore, toTime } from './parse-arguments.js';
import { readText } from './read-text.js';
import { onServer, withServer, type Remote, type RemoteDefaults } from './connection.js';
import {
  formatOwners,
  toFilter,
  toStates,
  withOwner,
  withStates,
  type OwnerOptions,
  type StateOptions,
} from './memory-options.js';
import { paint, printJson, printTable, toLine } from './print.js';

interface AddOptions extends OwnerOptions {
  readonly infer: boolean;
  readonly wait: boolean;
  readonly timestamp?: string;
  readonly timezone?: string;
}

interface SearchOptions extends OwnerOptions, StateOptions {
  readonly topK: number;
  readonly threshold?: number;
  readonly after?: string;
  readonly asOf?: string;
  readonly validAt?: string;
  readonly rerank?: boolean;
  readonly precision?: 'balanced' | 'high';
  readonly order?: 'relevance' | 'date';
}

interface ListOptions extends OwnerOptions, StateOptions {
  readonly limit: number;
}

/** Defines `memory-gateway add`, `search` and `list` for memories of a running server. */
export function memoriesCommand(defaults: RemoteDefaults): DefineCommand {
  return (program, { io, run }) => {
    const means = { io, defaults };
    const add = program
      .command('add')
      .description('Add a memory; without a text, the text is read from stdin')
      .argument('[text]');
    withOwner(withServer(add, defaults))
      .option('--infer', 'extract memories from the text in the background instead of storing it as it is', false)
      .option('--wait', 'with --infer: wait until the memories are extracted, at most 60 seconds', false)
      .option('--timestamp <time>', 'when the text was written, such as 2026-05-31 or 2026-05-31T12:00:00Z', toTime)
      .option('--timezone <name>', 'time zone of the writer, such as Europe/Lisbon, for words like "yesterday"')
      .action(
        run(async (given: string | undefined, options: AddOptions) => {
          const content = given ?? (await readContent(io));
          if (content.trim() === '') throw new ArgumentsError('The text must not be blank.');
          return onServer(options, means, (remote) => addMemory(content, options, remote));
        }),
      );
    const search = program
      .command('search')
      .description('Search memories by meaning and words')
      .argument('<query>', 'words or a question', toQuery);
    withStates(withOwner(withServer(search, defaults)))
      .option('--top-k <number>', 'maximum number of results', toInteger(1, 1_000), 10)
      .option('--threshold <score>', 'lowest score, 0 to 1 (default: not far below the best one)', toScore)
      .option('--after <cursor>', 'results after those of an earlier search: `nextCursor` of its --json')
      .option(
        '--as-of <time>',
        'search memories as the server knew them at this time, such as 2026-05-31 or 2026-05-31T12:00:00Z',
        toTime,
      )
      .option('--valid-at <time>', 'search memories that were true at this time', toTime)
      .addOption(
        new Option('--precision <level>', 'high: only relevant, current memories, possibly none').choices([
          'balanced',
          'high',
        ]),
      )
      .addOption(
        new Option('--order <kind>', 'date: by event date, or else creation, oldest first').choices([
          'relevance',
          'date',
        ]),
      )
      .option('--rerank', 'let the reranker of the server order the best results')
      .action(
        run((query: string, options: SearchOptions) =>
          onServer(options, means, (remote) => searchFor(query, options, remote)),
        ),
      );
    const list = program.command('list').description('List memories, newest first');
    withStates(withOwner(withServer(list, defaults)))
      .option('--limit <number>', 'most memories', toInteger(1, 100), 20)
      .action(run((options: ListOptions) => onServer(options, means, (remote) => listMemories(options, remote))));
  };
}

async function readContent({ stdin }: CommandIo): Promise<string> {
  if (!stdin || stdin.isTTY) throw new ArgumentsError('A text is required, as an argument or on stdin.');
  return (await readText(stdin)).trim();
}

async function addMemory(content: string, options: AddOptions, { client, io }: Remote): Promise<void> {
  const { project: projectId, userId, agentId, appId, runId, infer, wait, timestamp, timezone } = options;
  const messages = [{ role: 'USER' as const, content }];
  const input = { projectId, userId, agentId, appId, runId, infer, wait, timestamp, timezone, messages };
  const { event, results, ignoredOptions } = (await client.request(AddMemoriesDocument, { input })).addMemories;
  if (options.json) return printJson(io, { event, results, ignoredOptions });
  for (const name of ignoredOptions) io.stderr.write(`--${name} has no effect without --infer.\n`);
  const lines = (results ?? []).map(
    ({ memoryId, event: change, memory }) => `${memoryId}  ${change}  ${toLine(memory?.text ?? '(deleted)')}\n`,
  );
  io.stdout.write(lines.join('') || `Event ${event.id}: ${event.status}\n`);
}

async function searchFor(query: string, options: SearchOptions, { client, io }: Remote): Promise<void> {
  const { project: projectId, topK, threshold, after, asOf, validAt, rerank } = options;
  const precision = options.precision === 'high' ? ('HIGH' as const) : undefined;
  const order = options.order === 'date' ? ('DATE' as const) : undefined;
  const filter = toFilter(options);
  const ways = { rerank, precision, order, ...toStates(options) };
  const variables = { query, projectId, filter, topK, threshold, after, asOf, validAt, ...ways };
  const found = await searchInPages(client, variables);
  if (options.json) return printJson(io, found);
  if (found.results.length === 0) io.stderr.write('No memory matches.\n');
  for (const { score, memory } of found.results)
    io.stdout.write(`${paint(io, 'cyan', score.toFixed(2))}  ${toLine(memory.text)}  ${paint(io, 'dim', memory.id)}\n`);
}

async function listMemories(options: ListOptions, { client, io }: Remote): Promise<void> {
  const variables = {
    projectId: options.project,
    filter: toFilter(options),
    first: options.limit,
    ...toStates(options),
  };
  const { memories } = await client.request(MemoriesDocument, variables);
  const found = memories.edges.map(({ node }) => node);
  if (options.json) return printJson(io, found);
  const rows = found.map((memory) => [memory.id, memory.createdAt, formatOwners(memory), memory.text]);
  printTable(io, ['ID', 'CREATED', 'OWNER', 'TEXT'], rows);
}
