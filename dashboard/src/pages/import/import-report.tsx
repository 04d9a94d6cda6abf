import { Link } from '../../shell/routing';
import { PlainButton } from '../../components/plain-button';
import { importTexts } from '../../texts/import';
import { LineList } from './line-list';
import type { FileProblem } from './parse-file';
import type { ImportReport } from './use-import';

interface Props {
  readonly reports: readonly ImportReport[];
  /** Number of files that are imported one after another. */
  readonly fileCount: number;
  /** Records of each file that were not sent. */
  readonly notSent: readonly (readonly FileProblem[])[];
  onCancel(): void;
}

const words = importTexts;

/** Shows the progress of each import that has started, then its report. */
export function ImportReports({ reports, fileCount, notSent, onCancel }: Props) {
  const isOneOfMany = fileCount > 1;
  return reports.map(({ fileName, state, total, done, imported, known, leftOut, leftOutCount, problem }, index) => {
    const ownNotSent = notSent[index] ?? [];
    return (
      <section
        key={`${index} ${fileName}`}
        className="card"
        aria-label={isOneOfMany ? words.reportOf(fileName) : words.report}
      >
        <header>
          <h2 className="grow">{words.states[state]}</h2>
          {isOneOfMany && (
            <span className="meta t3">
              <bdi>{fileName}</bdi>
            </span>
          )}
          {(state === 'uploading' || state === 'running') && <PlainButton label={words.cancel} onClick={onCancel} />}
        </header>
        <div className="body">
          <progress max={Math.max(1, total)} value={done} aria-label={words.progress} />
          <p role="status">
            {words.counts({ done, total, imported, known, leftOut: leftOutCount, notSent: ownNotSent.length })}
          </p>
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
        <LineList title={words.notStored} lines={leftOut} />
        <LineList title={words.notSent} lines={ownNotSent} />
      </section>
    );
  });
}
