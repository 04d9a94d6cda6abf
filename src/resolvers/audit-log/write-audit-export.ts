import { formatCsvRecord } from '../../engine/csv.js';
import type { AuditExportLine } from './export-audit-log.js';

/** File formats of an export. Only JSON Lines contain the public key and the signed heads, which the verifier needs. */
export type AuditExportFormat = 'jsonl' | 'csv';

/** Characters in a piece: a stream of single lines costs more than their content. */
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

/** Writes the lines of an export in a file format, piece by piece. CSV has the rows only. */
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
