import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ImportDocument, ImportMemoriesDocument, GatewayError, type Client } from '../../client/index.js';
import type { ImportFormat, ImportPartsFragment, ImportQuery } from '../../client/index.js';
import { ConflictError, notFound } from '../errors.js';
import { estimateTotal } from '../resolvers/import/import-foreign.js';
import { createEmptyReport, type ImportReport } from '../resolvers/import/import-report.js';
import { type CommandIo, type ExitCode, explain, progressLine, type ProgressLine } from '@memory-gateway/cli';
import type { ImportInput, ImportOptions } from './import-input.js';
import { missingRecords, printAccepted, printReport, repeatCommand } from './import-output.js';
import { partSize, toImportParts, type ImportPart } from './import-parts.js';

interface Options extends ImportOptions {
  readonly to: string;
  readonly wait: boolean;
  readonly json?: boolean;
}

interface Sending {
  readonly io: CommandIo;
  readonly client: Client;
  readonly input: Pick<ImportInput, 'foreign' | 'source' | 'key'>;
  /** Ends the command at once. The server continues. */
  readonly signal: AbortSignal;
}

interface Progress {
  readonly line: ProgressLine;
  importId: string | null;
  done: number;
  total: number;
  isStored: boolean;
}

/** Imports through the API of a server on another machine. @returns 0 done, 1 refused, unreachable or interrupted */
export async function importToServer(options: Options, sending: Sending): Promise<ExitCode> {
  const { io, client, signal } = sending;
  const progress: Progress = { line: progressLine(io.stderr), importId: null, done: 0, total: 0, isStored: false };
  try {
    return await run(options, sending, progress);
  } catch (error) {
    progress.line.end();
    if (!signal.aborted && !(error instanceof GatewayError)) throw error;
    if (error instanceof GatewayError) {
      io.stderr.write(`${explain(error, options.to, 'set MEMORY_GATEWAY_API_KEY')}\n`);
      if (!interrupted.has(error.code) && progress.done === 0) return 1;
    }
    io.stderr.write(sayStopped(options, progress, sending.input.key !== null));
    return 1;
  } finally {
    client.close();
  }
}

async function run(options: Options, sending: Sending, progress: Progress): Promise<ExitCode> {
  const { io, client, signal } = sending;
  const { resume = null, json = false } = options;
  progress.importId = resume;
  const counted = sending.input.foreign === null ? null : await sendParts(options, sending, progress);
  if (options.dryRun) return printReport(counted ?? createEmptyReport(true), { io, json, event: null });
  progress.isStored = true;
  const id = progress.importId ?? '';
  let event = await findEvent(client, id, signal);
  if (!event.import.isUploaded) throw new ConflictError(missingRecords);
  if (!options.wait) return printAccepted(event, { io, json, watch: watch(options, id) });
  for (; event.status === 'PENDING' || event.status === 'RUNNING'; event = await findEvent(client, id, signal)) {
    if (event.totalCount !== null)
      progress.line.show('imported', { done: event.completedCount, total: event.totalCount });
    await delay(pollMs, undefined, { signal });
  }
  if (event.totalCount !== null)
    progress.line.show('imported', { done: event.completedCount, total: event.totalCount });
  progress.line.end();
  return printReport(toReport(event.import), { io, json, event });
}

const pollMs = 500;
/** Codes after which the same command may succeed. */
const interrupted: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED', 'UPSTREAM_FAILED']);
/** Outlasts a restart of the server: half a minute. */
const retry = { attempts: 8 };

type ImportEvent = NonNullable<ImportQuery['event']> & { readonly import: ImportPartsFragment };

async function findEvent(client: Client, id: string, signal: AbortSignal): Promise<ImportEvent> {
  const { event } = await client.request(ImportDocument, { id }, { signal, retry });
  if (!event?.import) throw notFound('Import');
  return { ...event, import: event.import };
}

/** Sends the parts that the server does not have. @returns the counts of what was sent */
async function sendParts(
  options: Options,
  { client, input, signal }: Sending,
  progress: Progress,
): Promise<ImportReport> {
  const report = createEmptyReport(options.dryRun === true);
  if (!input.foreign) return report;
  const key = input.key === null ? randomUUID() : `${input.key}-${partSize}`;
  let received = new Set<number>();
  let number = 0;
  for await (const part of toImportParts(input.foreign.records)) {
    number += 1;
    progress.total = estimateTotal(input.foreign, progress.done + part.count);
    if (!received.has(number) || part.isLast) {
      const place = { key, number, part, progress };
      const variables = { input: toInput(options, input, place) };
      const { importMemories: sent } = await client.request(ImportMemoriesDocument, variables, {
        signal,
        // The first request shows within seconds whether the address is wrong.
        retry: progress.importId === null || retry,
      });
      progress.importId = sent.event?.id ?? null;
      if (number === 1) received = new Set(sent.receivedParts);
      report.memories.imported += sent.importedCount ?? 0;
      report.memories.known += sent.knownCount ?? 0;
      report.memories.skipped += sent.leftOutCount;
      for (const { recordId, recordNumber, reason } of sent.leftOut) {
        const number = progress.done + recordNumber;
        report.skipped.push({ kind: 'memory', id: recordId ?? String(number), number, reason });
      }
    }
    progress.done += part.count;
    report.memories.found = progress.done;
    progress.line.show('memories', progress);
  }
  progress.line.end();
  report.skipped.splice(mostListed);
  return report;
}

const mostListed = 100;

interface PartPlace {
  readonly key: string;
  readonly number: number;
  readonly part: ImportPart;
  readonly progress: Progress;
}

function toInput(
  { project: projectId, userId, agentId, appId, runId, dryRun }: Options,
  { foreign, source, key: fileKey }: Sending['input'],
  { key, number, part, progress }: PartPlace,
) {
  return {
    projectId,
    // The names of the formats are those of the API.
    format: (foreign?.format ?? '').toUpperCase() as ImportFormat,
    content: part.content,
    userId,
    agentId,
    appId,
    runId,
    dryRun,
    wait: false,
    upload: {
      key,
      partNumber: number,
      partCount: part.isLast ? number : null,
      recordCount: fileKey === null ? null : progress.total,
      eventId: progress.importId,
      fileName: source,
      asRecords: true,
    },
  };
}

/** The server knows the numbers of all records that it left out, also of parts that an earlier command sent. */
function toReport({ foundCount, importedCount, knownCount, ...details }: ImportPartsFragment): ImportReport {
  return {
    ...createEmptyReport(false),
    memories: {
      found: foundCount,
      imported: importedCount ?? 0,
      known: knownCount ?? 0,
      skipped: details.leftOutCount,
    },
    skipped: details.leftOut.map(({ recordNumber: number, reason }) => ({
      kind: 'memory',
      id: `#${number}`,
      number,
      reason,
    })),
  };
}

const watch = ({ to }: Options, id: string) => `memory-gateway import --resume ${id} --to ${to}`;

/** @param isRepeatable whether the same command continues the import */
function sayStopped(options: Options, { importId, done, total, isStored }: Progress, isRepeatable: boolean): string {
  if (isStored && importId !== null)
    return `Stopped watching. The server continues. Watch import ${importId} with ${watch(options, importId)}\n`;
  return done === 0
    ? ''
    : `Stopped after ${done} of ${total} memories. The server continues with what it has received. ${isRepeatable ? repeatCommand : 'Run the same command again: nothing is imported twice.'}\n`;
}
