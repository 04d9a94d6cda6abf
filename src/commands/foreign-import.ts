import { readFileSync } from 'node:fs';
import type { Services } from '../context.js';
import { importForeign, type ForeignImport } from '../resolvers/import/import-foreign.js';
import type { ImportProgress, ImportReport } from '../resolvers/import/import-report.js';
import { foreignFormats, openForeignList, openForeignText } from '../resolvers/import/open-foreign.js';
import type { OwnerDefaults } from '../resolvers/import/read-foreign-memory.js';
import { openHostedSource } from '../stores/import/hosted-source.js';
import { openSelfHostedSource } from '../stores/import/self-hosted-source.js';
import { openTextFile } from '../stores/import/text-file.js';
import { ArgumentsError } from './command-line.js';

export interface ForeignOptions extends OwnerDefaults {
  readonly format?: string;
  readonly file?: string;
  readonly url?: string;
  readonly keyFile?: string;
  readonly selfHosted?: boolean;
  readonly mapping?: string;
  readonly project?: string;
  readonly dryRun?: boolean;
}

/** Whether the options name a file or the API of another product. */
export function isForeignImport({ format, file, url, selfHosted }: ForeignOptions): boolean {
  return format !== undefined || file !== undefined || url !== undefined || selfHosted === true;
}

/** Runs the import that the options name. @throws ArgumentsError, ImportSourceError, ValidationError, NotFoundError */
export function runForeignImport(
  services: Services,
  options: ForeignOptions,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const source = openSource(options);
  const { project: projectId, dryRun = false } = options;
  return importForeign(services, { ...source, projectId, dryRun, onProgress });
}

function openSource(options: ForeignOptions): ForeignImport {
  const { userId, agentId, appId, runId } = options;
  const shared = { owners: { userId, agentId, appId, runId }, keepUuids: true };
  if (options.url === undefined && options.selfHosted === true)
    throw new ArgumentsError('--self-hosted needs --url, the address of the server.');
  if (options.url !== undefined) return { ...shared, ...openApi(options.url, options) };
  const { format, file } = options;
  if (format === undefined || file === undefined)
    throw new ArgumentsError('--format and --file belong together; --url needs --key-file.');
  if (!foreignFormats.includes(format))
    throw new ArgumentsError(`--format must be one of ${foreignFormats.join(', ')}.`);
  const mapping = options.mapping === undefined ? null : readFileSync(options.mapping, 'utf8');
  const open = (text: AsyncIterable<string>) => openForeignText({ format, fileName: file, text, mapping });
  const { text, share } = openTextFile(file);
  const count = () => countRecords(open(openTextFile(file).text));
  return { ...shared, format, share, count, records: open(text) };
}

async function countRecords(records: AsyncIterable<unknown>): Promise<number> {
  let total = 0;
  for await (const _record of records) total += 1;
  return total;
}

function openApi(
  url: string,
  { format = 'mem0', keyFile, selfHosted = false }: ForeignOptions,
): Pick<ForeignImport, 'format' | 'records' | 'share'> {
  if (format !== 'mem0') throw new ArgumentsError('--url reads the memory API: its --format is mem0.');
  const apiKey = keyFile === undefined ? null : readFileSync(keyFile, 'utf8').trim();
  if (apiKey === null && !selfHosted)
    throw new ArgumentsError('--url needs --key-file, a file that contains the API key.');
  const { memories, share } = selfHosted
    ? openSelfHostedSource({ url, apiKey })
    : openHostedSource({ url, apiKey: apiKey ?? '' });
  return { format, share, records: openForeignList(memories()) };
}
