import { useRef, useState } from 'react';
import { useClient, type Client } from 'urql';
import { CancelEventDocument, EventDocument, ImportMemoriesDocument } from '../../../../client/generated/graphql';
import { runMutation, runQuery } from '../../api/run-mutation';
import type { ImportPart } from './import-parts';

interface FailedRecord {
  /** Line of the file, or the record id in a file of another product. */
  readonly line: number | string;
  readonly message: string;
}

/** Progress and report of an import. */
export interface ImportReport {
  readonly state: 'uploading' | 'running' | 'cancelled' | 'failed' | 'checked' | 'done';
  /** Records of the file, or unread parts. */
  readonly total: number;
  readonly done: number;
  readonly added: number;
  /** Number of memories that were already stored. */
  readonly known: number;
  readonly failedCount: number;
  /** The first records that cannot be stored, with reasons. */
  readonly failed: readonly FailedRecord[];
  /** Why the import stopped early. */
  readonly problem: string | null;
}

interface ImportRequest {
  readonly projectId: string | null;
  readonly parts: readonly ImportPart[];
  /** User of records without an owner. */
  readonly userId: string | null;
  /** Counts without storing. */
  readonly dryRun?: boolean;
}

type Update = (change: Partial<ImportReport>) => void;

/** Sends the parts of a file to the server, which imports them, and follows it. */
export function useImport() {
  const client = useClient();
  const [report, setReport] = useState<ImportReport | null>(null);
  const isCancelled = useRef(false);
  const start = async (request: ImportRequest) => {
    isCancelled.current = false;
    let current: ImportReport = {
      state: request.dryRun ? 'running' : 'uploading',
      total: request.parts.reduce((sum, { count }) => sum + count, 0),
      done: 0,
      added: 0,
      known: 0,
      failedCount: 0,
      failed: [],
      problem: null,
    };
    const update: Update = (change) => {
      current = { ...current, ...change };
      setReport(current);
    };
    update({});
    const sent: string[] = [];
    for (const part of request.parts) {
      if (isCancelled.current) break;
      const { failure, payload } = await sendPart(client, request, part);
      if (!payload) return update({ state: 'failed', problem: Object.values(failure.fields)[0] ?? failure.message });
      if (payload.event) sent.push(payload.event.id);
      update({
        total: current.total - part.count + payload.found,
        done: current.done + (payload.event ? payload.leftOutCount : payload.found),
        added: current.added + (payload.imported ?? 0),
        known: current.known + (payload.known ?? 0),
        failedCount: current.failedCount + payload.leftOutCount,
        failed: [...current.failed, ...toFailed(part, payload.leftOut)],
      });
    }
    if (!isCancelled.current && !request.dryRun) update({ state: 'running' });
    for (const id of sent) {
      const { done, added, known } = current;
      const show: Update = ({ done: ofPart = 0, added: newer = 0, known: older = 0 }) =>
        update({ done: done + ofPart, added: added + newer, known: known + older });
      const problem = await followImport(client, id, { isCancelled: () => isCancelled.current, show });
      if (problem !== null && !isCancelled.current) return update({ state: 'failed', problem });
    }
    update({ state: isCancelled.current ? 'cancelled' : request.dryRun ? 'checked' : 'done' });
  };
  return {
    report,
    start,
    cancel: () => {
      isCancelled.current = true;
    },
  };
}

function sendPart(
  client: Client,
  { projectId, userId, dryRun = false }: ImportRequest,
  { format, content, fileName }: ImportPart,
) {
  const input = { projectId, format, content, fileName, userId, dryRun, wait: false };
  return runMutation(client, ImportMemoriesDocument, { input });
}

const toFailed = (part: ImportPart, leftOut: readonly { record: string; reason: string }[]): FailedRecord[] =>
  leftOut.map(({ record, reason }) => ({ line: part.lines.get(record) ?? record, message: reason }));

interface Following {
  isCancelled(): boolean;
  show: Update;
}

const pollMs = 500;

/** Waits until the server has imported a part, or cancels it. @returns the problem, or null */
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
      show({ done: imported + known, added: imported, known });
      return null;
    }
    show({ done: event.completed });
    if (event.status !== 'PENDING' && event.status !== 'RUNNING') return event.error ?? null;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
