// First characters that make spreadsheets run a cell as a formula (OWASP, CSV injection), with their full-width forms. A text that begins with
// apostrophes before one of them gets one more, so that each text can be read back.
const formulaStart = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Formats one CSV record (RFC 4180) with its line break. Prefixes formulas with an apostrophe, which marks text. */
export function formatCsvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return /["',\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns the text of a CSV cell: without the apostrophe that {@link formatCsvRecord} and spreadsheets put before a formula. */
export function readCsvCell(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell;
}
