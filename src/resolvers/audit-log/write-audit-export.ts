import type { AuditExportLine } from '@memory-gateway/audit-chain';
import { formatCsvRecord } from '@memory-gateway/memory-engine';

/** File format of an export. Only JSON Lines include the public key and signed heads that the verifier needs. */
export type AuditExportFormat = 'jsonl' | 'csv';

/** Target length of a chunk in characters. Streaming single lines is slow. */
const pieceLength = 65_536;

const columns = [
  'id',
  'chain',
  'sequence',
  'createdAt',
  'actorType',
  'actorId',
  'keyPrefix',
  'action',
  'targetType',
  'targetId',
  'organizationId',
  'projectId',
  'changes',
  'reason',
  'requestId',
  'previousHash',
  'hash',
] as const;

/** Formats export lines as a file, in chunks. CSV contains the rows only. */
export async function* writeAuditExport(
  lines: AsyncIterable<AuditExportLine>,
  format: AuditExportFormat,
): AsyncGenerator<string> {
  let piece = format === 'csv' ? formatCsvRecord(columns) : '';
  for await (const line of lines) {
    piece += format === 'csv' ? toCsv(line) : `${JSON.stringify(line)}\n`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function toCsv(line: AuditExportLine): string {
  return line.type === 'row' ? formatCsvRecord(columns.map((name) => String(line[name] ?? ''))) : '';
}
