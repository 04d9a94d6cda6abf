import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { ImportMemoriesDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { ImportPart } from './import-parts';

interface FailedRecord {
  /** Line of the file, or the record id in a file of another product. */
  readonly line: number | string;
  readonly message: string;
}

/** Progress and report of an import. */
export interface ImportReport {
  readonly state: 'running' | 'cancelled' | 'failed' | 'checked' | 'done';
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

/** Imports the parts of a file one after another. */
export function useImport() {
  const client = useClient();
  const [report, setReport] = useState<ImportReport | null>(null);
  const isCancelled = useRef(false);
  const start = async ({ projectId, parts, userId, dryRun = false }: ImportRequest) => {
    isCancelled.current = false;
    const waiting = parts.reduce((sum, { count }) => sum + count, 0);
    let current: ImportReport = {
      state: 'running',
      total: waiting,
      done: 0,
      added: 0,
      known: 0,
      failedCount: 0,
      failed: [],
      problem: null,
    };
    const update = (change: Partial<ImportReport>) => {
      current = { ...current, ...change };
      setReport(current);
    };
    update({});
    for (const part of parts) {
      if (isCancelled.current) return update({ state: 'cancelled' });
      const { format, content, fileName } = part;
      const input = { projectId, format, content, fileName, userId, dryRun };
      const { failure, payload } = await runMutation(client, ImportMemoriesDocument, { input });
      if (!payload) return update({ state: 'failed', problem: Object.values(failure.fields)[0] ?? failure.message });
      const failed = payload.leftOut.map(({ record, reason }) => ({
        line: part.lines.get(record) ?? record,
        message: reason,
      }));
      update({
        total: current.total - part.count + payload.found,
        done: current.done + payload.found,
        added: current.added + payload.imported,
        known: current.known + payload.known,
        failedCount: current.failedCount + payload.leftOutCount,
        failed: [...current.failed, ...failed],
      });
    }
    update({ state: dryRun ? 'checked' : 'done' });
  };
  return {
    report,
    start,
    cancel: () => {
      isCancelled.current = true;
    },
  };
}
