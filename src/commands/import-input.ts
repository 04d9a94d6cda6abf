import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { toDatabaseSource, toForeignSource, type ForeignImport } from '../resolvers/import/import-foreign.js';
import { foreignFormats } from '../resolvers/import/foreign-formats.js';
import { openForeignList, openForeignText } from '../resolvers/import/open-foreign.js';
import type { OwnerDefaults } from '../resolvers/import/read-foreign-memory.js';
import { batchSize } from '../resolvers/import/read-records.js';
import type { OperatorImport } from '../resolvers/import/send-import.js';
import {
  type ImportSource,
  ImportSourceError,
  openHostedSource,
  type openImportSource,
  openSelfHostedSource,
  openTextFile,
} from '@memory-gateway/import-sources';
import { ArgumentsError } from '@memory-gateway/cli';

export interface ImportOptions extends OwnerDefaults {
  readonly from?: string;
  readonly accountsDatabase: string;
  readonly collection: string;
  readonly only?: 'accounts' | 'memories';
  readonly format?: string;
  readonly file?: string;
  readonly url?: string;
  readonly keyFile?: string;
  readonly selfHosted?: boolean;
  readonly mapping?: string;
  readonly project?: string;
  readonly resume?: string;
  readonly to?: string;
  readonly dryRun?: boolean;
}

export interface ImportInput extends Pick<OperatorImport, 'accounts' | 'memories' | 'format' | 'key' | 'source'> {
  /** Records of a file or an API. Null for a database. */
  readonly foreign: ForeignImport | null;
  close(): Promise<void>;
}

const isForeign = ({ format, file, url, selfHosted }: ImportOptions) =>
  format !== undefined || file !== undefined || url !== undefined || selfHosted === true;

/** Opens the source that the options name. @param signal ends requests to the source. @throws ArgumentsError, ImportSourceError, ValidationError on `mapping` */
export async function openImportInput(
  options: ImportOptions,
  { from, signal }: { from: typeof openImportSource; signal?: AbortSignal | undefined },
): Promise<ImportInput> {
  const close = () => Promise.resolve();
  // The parts of a source that changes are not those of another run.
  if (options.resume !== undefined && (options.from !== undefined || options.url !== undefined))
    throw new ArgumentsError(
      '--resume excludes --from and --url. Run the command again without --resume: nothing is imported twice.',
    );
  if (options.to !== undefined && options.from !== undefined)
    throw new ArgumentsError('--to excludes --from. Import the memories of that server with --url and --self-hosted.');
  if (isForeign(options)) {
    const { key, source, ...foreign } = await openForeign(options, signal);
    const memories: ImportInput['memories'] = (scope) => toForeignSource(scope, foreign);
    return { accounts: null, memories, foreign, format: foreign.format, source, key, close };
  }
  const none = { accounts: null, memories: null, foreign: null, format: null, source: null, key: null };
  if (options.from?.trim()) return openDatabase(options, from);
  if (options.resume !== undefined) return { ...none, close };
  throw new ArgumentsError('Name a source: --from, --url, or --format with --file.');
}

// The operator chose the address, so it may be in a private network.
function openDatabase(
  { from: url = '', accountsDatabase, collection, only }: ImportOptions,
  from: typeof openImportSource,
): ImportInput {
  let database: ImportSource;
  try {
    database = from({ url: url.trim(), accountsDatabase, collection });
  } catch (error) {
    throw error instanceof ImportSourceError ? new ArgumentsError(`--from: ${error.message}`) : error;
  }
  return {
    accounts: only === 'memories' ? null : database,
    memories: only === 'accounts' ? null : () => toDatabaseSource(database),
    foreign: null,
    format: null,
    source: new URL(url).host,
    key: null,
    close: () => database.close(),
  };
}

type OpenedForeign = ForeignImport & Pick<ImportInput, 'key' | 'source'>;

async function openForeign(options: ImportOptions, signal: AbortSignal | undefined): Promise<OpenedForeign> {
  const { userId, agentId, appId, runId } = options;
  const owners = { userId, agentId, appId, runId };
  const shared = { owners, keepUuids: true };
  if (options.url === undefined && options.selfHosted === true)
    throw new ArgumentsError('--self-hosted needs --url, the address of the server.');
  if (options.url !== undefined) return { ...shared, ...openApi(options.url, { ...options, signal }) };
  const { format, file } = options;
  if (format === undefined || file === undefined)
    throw new ArgumentsError('--format and --file belong together; --url needs --key-file.');
  if (!foreignFormats.includes(format))
    throw new ArgumentsError(`--format must be one of ${foreignFormats.join(', ')}.`);
  const mapping = options.mapping === undefined ? null : readFileSync(options.mapping, 'utf8');
  const open = (text: AsyncIterable<string>) => openForeignText({ format, fileName: file, text, mapping });
  const hash = createHash('sha256').update(JSON.stringify([format, owners, mapping, batchSize]));
  const total = await countRecords(open(withDigest(openTextFile(file).text, hash)));
  const records = open(openTextFile(file).text);
  return { ...shared, format, key: hash.digest('hex'), source: path.basename(file), total, records };
}

// Names a file with the options that change what its records become, and the size of its parts.
async function* withDigest(text: AsyncIterable<string>, hash: Hash): AsyncGenerator<string> {
  for await (const chunk of text) {
    hash.update(chunk);
    yield chunk;
  }
}

async function countRecords(records: AsyncIterable<unknown>): Promise<number> {
  let total = 0;
  for await (const _record of records) total += 1;
  return total;
}

function openApi(
  url: string,
  { format = 'mem0', keyFile, selfHosted = false, signal }: ImportOptions & { signal: AbortSignal | undefined },
): Omit<OpenedForeign, 'owners' | 'keepUuids'> {
  if (format !== 'mem0') throw new ArgumentsError('--url reads the memory API: its --format is mem0.');
  const apiKey = keyFile === undefined ? null : readFileSync(keyFile, 'utf8').trim();
  if (apiKey === null && !selfHosted)
    throw new ArgumentsError('--url needs --key-file, a file that contains the API key.');
  // A header cannot hold another key, and the failure would look like that of the network.
  if (apiKey !== null && !/^[\x20-\x7e]+$/.test(apiKey))
    throw new ArgumentsError('--key-file must contain an API key alone: one line of ASCII characters.');
  const { memories, share } = selfHosted
    ? openSelfHostedSource({ url, apiKey, signal })
    : openHostedSource({ url, apiKey: apiKey ?? '', signal });
  const source = URL.canParse(url) ? new URL(url).host : null;
  return { format, share, records: openForeignList(memories()), key: null, source };
}
