/** A table of a bench. */
export interface FigureTable {
  /** What the table shows, if the bench has several. */
  readonly title?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Figures of one run, which `npm run figures` writes to docs/performance.md. */
export interface Report {
  readonly tables: readonly FigureTable[];
  /** How the measurements took turns, for example "5 interleaved rounds". */
  readonly rounds: string;
  /** Sentences below the tables. */
  readonly notes?: readonly string[];
}

/**
 * Prints a report as Markdown, or as one line of JSON after everything that the bench printed before. A bench that misses a goal sets its exit
 * code to 1 first: the line says so, because a bench that fails ends with 1, too.
 */
export function printReport(report: Report, isJson: boolean): void {
  if (isJson) return console.log(JSON.stringify({ ...report, isGoalMissed: process.exitCode === 1 }));
  for (const { title, columns, rows } of report.tables) {
    console.log(title === undefined ? '' : `\n${title}\n`);
    for (const row of [columns, columns.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
  }
  console.log(['', report.rounds, ...(report.notes ?? [])].join('\n'));
}
