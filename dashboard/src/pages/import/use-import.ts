import { useRef, useState } from 'react';
import { useClient, type Client } from 'urql';
import { AddMemoriesDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { MappedRecord } from './mapping';

export interface FailedRecord {
  readonly line: number;
  readonly message: string;
}

/** Progress and report of an import. */
export interface ImportReport {
  readonly state: 'running' | 'cancelled' | 'done';
  readonly total: number;
  readonly added: number;
  /** Number of memories that were already stored. */
  readonly known: number;
  readonly failed: readonly FailedRecord[];
}

interface ImportFile {
  readonly projectId: string | null;
  readonly records: readonly MappedRecord[];
  /** The same file and mapping give the same key, so that repeating an import stores nothing twice. */
  readonly key: string;
}

const atOnce = 4;

/** Stores the records of a file in small batches. */
export function useImport() {
  const client = useClient();
  const [report, setReport] = useState<ImportReport | null>(null);
  const isCancelled = useRef(false);
  const start = async (file: ImportFile) => {
    isCancelled.current = false;
    const waiting = file.records.filter(({ input }) => input !== null);
    const counts = { total: waiting.length, added: 0, known: 0 };
    const failed: FailedRecord[] = [];
    const tell = (state: ImportReport['state']) => setReport({ ...counts, state, failed: [...failed] });
    tell('running');
    const work = async () => {
      for (let record = waiting.shift(); record && !isCancelled.current; record = waiting.shift()) {
        const { event, message } = await store(client, file, record);
        if (message !== null) failed.push({ line: record.line, message });
        else counts[event === 'ADD' ? 'added' : 'known'] += 1;
        tell('running');
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    tell(isCancelled.current ? 'cancelled' : 'done');
  };
  return {
    report,
    start,
    cancel: () => {
      isCancelled.current = true;
    },
  };
}

async function store(client: Client, { projectId, key }: ImportFile, { line, input }: MappedRecord) {
  if (!input) return { event: null, message: 'No text' };
  const variables = { input: { ...input, projectId }, idempotencyKey: `import-${key}-${line}` };
  const { failure, payload } = await runMutation(client, AddMemoriesDocument, variables);
  if (!payload) return { event: null, message: Object.values(failure.fields)[0] ?? failure.message };
  return { event: payload.results?.[0]?.event ?? 'NOOP', message: null };
}

/** Hashes a text for idempotency keys (64-bit FNV-1a). */
export function hashText(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}
