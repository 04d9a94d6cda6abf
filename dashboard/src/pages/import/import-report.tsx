import { Link } from '../../shell/routing';
import { importTexts } from '../../texts/import';
import { LineList } from './line-list';
import type { FileProblem } from './parse-file';
import type { ImportReport } from './use-import';

interface Props {
  readonly report: ImportReport;
  readonly skipped: readonly FileProblem[];
  onCancel(): void;
}

const words = importTexts;

/** Shows the progress of an import, then its report. */
export function ImportReportCard({ report, skipped, onCancel }: Props) {
  const { state, total, done, added, known, failed, failedCount, problem } = report;
  return (
    <section className="card" aria-label={words.report}>
      <header>
        <h2 className="grow">{words.states[state]}</h2>
        {(state === 'uploading' || state === 'running') && (
          <button type="button" className="btn" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
      </header>
      <div className="body">
        <progress max={Math.max(1, total)} value={done} aria-label={words.progress} />
        <p role="status">{words.counts({ done, total, added, known, failed: failedCount, skipped: skipped.length })}</p>
        {state === 'running' && <p className="meta t3">{words.goesOn}</p>}
        {problem && (
          <p className="alert" role="alert">
            {problem}
          </p>
        )}
        {state === 'done' && (
          <p style={{ marginTop: 12 }}>
            <Link to="/memories">{words.open}</Link>
          </p>
        )}
      </div>
      <LineList title={words.failed} lines={failed} />
      <LineList title={words.skipped} lines={skipped} />
    </section>
  );
}
