/** What became of the records of one kind. They add up to `found`. */
export interface ImportCounts {
  /** In the source. */
  found: number;
  /** New here; in a dry run, those that would be. */
  imported: number;
  /** Here already, from an import before or otherwise; also when it was deleted here since. */
  known: number;
  /** Cannot be imported, for a reason that `skipped` tells. */
  skipped: number;
}

export interface SkippedRecord {
  readonly kind: 'user' | 'api_key' | 'memory';
  /** Its id in the source. */
  readonly id: string;
  /** A sentence without any of its contents. */
  readonly reason: string;
}

/** What an import did, or a dry run would do. Holds neither secrets nor contents. */
export interface ImportReport {
  readonly dryRun: boolean;
  /** `merged` of the users imported: their e-mail address belongs to a user here, who gets their keys. */
  readonly users: ImportCounts & { merged: number };
  readonly apiKeys: ImportCounts;
  readonly memories: ImportCounts;
  /** The first hundred. */
  readonly skipped: SkippedRecord[];
}

export interface ImportProgress {
  readonly kind: 'users' | 'apiKeys' | 'memories';
  readonly done: number;
  readonly total: number;
}

/** A report of nothing yet. */
export function createEmptyReport(dryRun: boolean): ImportReport {
  const counts = () => ({ found: 0, imported: 0, known: 0, skipped: 0 });
  return { dryRun, users: { ...counts(), merged: 0 }, apiKeys: counts(), memories: counts(), skipped: [] };
}

/** Notes that a record was left out. */
export function skip(report: ImportReport, record: SkippedRecord): void {
  const counts = { user: report.users, api_key: report.apiKeys, memory: report.memories }[record.kind];
  counts.skipped += 1;
  if (report.skipped.length < 100) report.skipped.push(record);
}
