/**
 * What makes a spreadsheet take a cell for a formula when it stands first, in the list of the OWASP page on CSV injection; also the
 * full-width forms, which some of them read alike.
 */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * One record of a CSV file according to RFC 4180, with its line break. A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front, which spreadsheets show as the sign of text.
 */
export function formatCsvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return /["',\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
