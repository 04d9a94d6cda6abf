import { useRef, useState } from 'react';
import { useClient, type Client } from 'urql';
import { CancelEventDocument, EventDocument, ImportMemoriesDocument } from '../../api/graphql';
import { runMutation, runQuery } from '../../api/run-mutation';
import { toUploadKey } from './hash-text';
import type { ImportPart } from './import-parts';

interface LeftOutRecord {
  /** Line of the file, or the record id in a file of another product. */
  readonly line: number | string;
  readonly message: string;
}

export interface ImportReport {
  readonly fileName: string;
  readonly state: 'uploading' | 'running' | 'cancelled' | 'failed' | 'checked' | 'done';
  /** Records of the file, or unread parts. */
  readonly total: number;
  readonly done: number;
  readonly imported: number;
  /** Number of memories that were already stored. */
  readonly known: number;
  readonly leftOutCount: number;
  /** The first records that cannot be stored, with reasons. */
  readonly leftOut: readonly LeftOutRecord[];
  /** Why the import stopped early. */
  readonly problem: string | null;
}

export interface ImportRequest {
  readonly projectId: string | null;
  readonly parts: readonly ImportPart[];
  /** User of records without an owner. */
  readonly userId: string | null;
  readonly fileName: string;
  /** Number of records. Null if the server counts them. */
  readonly total: number | null;
  /** Counts without storing. */
  readonly dryRun?: boolean;
}

type Update = (change: Partial<ImportReport>) => void;

/**
 * Imports files, one after another.
 * @param onBusy called with true when an import starts, and with false when it ends
 */
export function useImport(onBusy: (isBusy: boolean) => void) {
  const client = useClient();
  const [reports, setReports] = useState<readonly ImportReport[]>([]);
  const isCancelled = useRef(false);
  const start = async (requests: readonly ImportRequest[]) => {
    isCancelled.current = false;
    onBusy(true);
    for (const [index, request] of requests.entries()) {
      if (isCancelled.current) break;
      const show = (report: ImportReport) => setReports((former) => [...former.slice(0, index), report]);
      await importFile(client, request, { isCancelled: () => isCancelled.current, show });
    }
    onBusy(false);
  };
  return {
    /** One for each file whose import has started. */
    reports,
    start,
    /** Cancels the import of the current file, and leaves out the files after it. */
    cancel: () => {
      isCancelled.current = true;
    },
  };
}

interface Watcher {
  isCancelled(): boolean;
  show(report: ImportReport): void;
}

/** Sends the parts of a file to the server, which imports them, and follows it. Continues an unfinished upload of the same file. */
async function importFile(client: Client, request: ImportRequest, { isCancelled, show }: Watcher): Promise<void> {
  let current: ImportReport = {
    fileName: request.fileName,
    state: request.dryRun ? 'running' : 'uploading',
    total: request.parts.reduce((sum, { count }) => sum + count, 0),
    done: 0,
    imported: 0,
    known: 0,
    leftOutCount: 0,
    leftOut: [],
    problem: null,
  };
  const update: Update = (change) => {
    current = { ...current, ...change };
    show(current);
  };
  update({});
  const upload = { key: toKey(request), id: null as string | null, received: [] as readonly number[] };
  for (const [index, part] of request.parts.entries()) {
    if (isCancelled()) break;
    const isLast = index === request.parts.length - 1;
    if (upload.received.includes(index + 1) && !isLast) {
      update({ done: current.done + part.count });
      continue;
    }
    const { failure, payload } = await sendPart(client, request, { index, part, ...upload });
    if (!payload) return update({ state: 'failed', problem: Object.values(failure.fields)[0] ?? failure.message });
    if (upload.id === null) upload.received = payload.receivedParts;
    upload.id = payload.event?.id ?? null;
    update({
      total: current.total - part.count + payload.foundCount,
      done: current.done + payload.foundCount,
      imported: current.imported + (payload.importedCount ?? 0),
      known: current.known + (payload.knownCount ?? 0),
      leftOutCount: current.leftOutCount + payload.leftOutCount,
      leftOut: [...current.leftOut, ...toLeftOut(part, payload.leftOut)],
    });
  }
  if (upload.id !== null) {
    if (!isCancelled()) update({ state: 'running', done: current.leftOutCount });
    const { leftOutCount } = current;
    const follow: Update = ({ done = 0, ...more }) => update({ ...more, done: leftOutCount + done });
    const problem = await followImport(client, upload.id, { isCancelled, show: follow });
    if (problem !== null && !isCancelled()) return update({ state: 'failed', problem });
  }
  update({ state: isCancelled() ? 'cancelled' : request.dryRun ? 'checked' : 'done' });
}

const toKey = ({ parts, userId }: ImportRequest): string =>
  toUploadKey([userId ?? '', ...parts.flatMap(({ format, content }) => [format, content])]);

interface SentPart {
  readonly index: number;
  readonly part: ImportPart;
  readonly key: string;
  readonly id: string | null;
}

function sendPart(
  client: Client,
  { projectId, userId, fileName: wholeName, total, parts, dryRun = false }: ImportRequest,
  { index, part: { format, content, fileName }, key, id }: SentPart,
) {
  const place = {
    key,
    partNumber: index + 1,
    partCount: parts.length,
    recordCount: total,
    eventId: id,
    fileName: wholeName,
  };
  const upload = dryRun ? null : place;
  const input = { projectId, format, content, fileName, userId, dryRun, wait: false, upload };
  return runMutation(client, ImportMemoriesDocument, { input });
}

interface LeftOut {
  readonly recordId: string | null;
  readonly recordNumber: number;
  readonly reason: string;
}

const toLeftOut = (part: ImportPart, leftOut: readonly LeftOut[]): LeftOutRecord[] =>
  leftOut.map(({ recordId, recordNumber, reason }) => {
    const record = recordId ?? String(recordNumber);
    return { line: part.lines.get(record) ?? record, message: reason };
  });

interface Following {
  isCancelled(): boolean;
  show: Update;
}

const pollMs = 500;

/** Waits until the server has imported the file, or cancels the import. @returns the problem, or null */
async function followImport(client: Client, id: string, { isCancelled, show }: Following): Promise<string | null> {
  for (;;) {
    if (isCancelled()) await runMutation(client, CancelEventDocument, { input: { id } });
    const { failure, payload: event } = await runQuery(client, EventDocument, { id });
    // The import goes on in the server while it cannot be reached.
    if (!event && !failure?.isUnreachable) return failure?.message ?? null;
    if (!event) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      continue;
    }
    if (event.status === 'SUCCEEDED') {
      const [{ imported, known }] = event.results as [{ imported: number; known: number }];
      show({ done: imported + known, imported, known });
      return null;
    }
    show({ done: event.completedCount });
    if (event.status !== 'PENDING' && event.status !== 'RUNNING') return event.error ?? null;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
