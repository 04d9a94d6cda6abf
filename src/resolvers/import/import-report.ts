/** Outcome of the records of one kind. The other counts add up to `found`. */
interface ImportCounts {
  /** Records in the source. */
  found: number;
  /** Imported records. In a dry run, records that would be imported. */
  imported: number;
  /** Records that existed here before, or were imported and then deleted here. */
  known: number;
  /** Records that cannot be imported. `skipped` of the report gives the reasons. */
  skipped: number;
}

interface Skipped {
  readonly id: string;
  /** Reason, as a sentence without content of the record. */
  readonly reason: string;
}

export interface SkippedMemory extends Skipped {
  readonly kind: 'memory';
  /** Number of the record in the source, from 1. */
  readonly number: number;
}

export type SkippedRecord = SkippedMemory | (Skipped & { readonly kind: 'user' | 'api_key' });

/** What an import did, or a dry run would do. Contains no secrets and no content. */
export interface ImportReport {
  readonly dryRun: boolean;
  /** `merged` counts imported users whose email belongs to a local user, who gets their keys. */
  readonly users: ImportCounts & { merged: number };
  readonly apiKeys: ImportCounts;
  readonly memories: ImportCounts;
  /** The first 100. */
  readonly skipped: SkippedRecord[];
}

export interface ImportProgress {
  readonly kind: 'users' | 'apiKeys' | 'memories';
  readonly done: number;
  readonly total: number;
}

export function createEmptyReport(dryRun: boolean): ImportReport {
  const counts = () => ({ found: 0, imported: 0, known: 0, skipped: 0 });
  return { dryRun, users: { ...counts(), merged: 0 }, apiKeys: counts(), memories: counts(), skipped: [] };
}

export function skip(report: ImportReport, record: SkippedRecord): void {
  const counts = { user: report.users, api_key: report.apiKeys, memory: report.memories }[record.kind];
  counts.skipped += 1;
  if (report.skipped.length < 100) report.skipped.push(record);
}
