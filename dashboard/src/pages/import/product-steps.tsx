import { useMemo, useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import type { ImportFormat } from '../../api/graphql';
import { importTexts } from '../../texts/import';
import { fitsRequests, toProductParts, type ImportPart } from './import-parts';
import { ImportReports } from './import-report';
import { useImport } from './use-import';

/** A table with mapped columns, or a file of another product. */
export type FileFormat = keyof typeof importTexts.formatNames;

/** A file whose text the server reads. */
export interface ProductFile {
  readonly name: string;
  readonly text: string;
}

interface Props {
  readonly projectId: string | null;
  readonly files: readonly ProductFile[];
  readonly format: Exclude<FileFormat, 'TABLE'>;
  /** Called when an import starts and when it ends. */
  onBusy(isBusy: boolean): void;
}

const words = importTexts;

/** Checks files of another product, then imports them one after another. The server reads the files. */
export function ProductSteps({ projectId, files, format, onBusy }: Props) {
  const [userId, setUserId] = useState('');
  const read = useMemo(
    () => files.map(({ name, text }) => ({ name, parts: readParts(text, { format, name }) })),
    [files, format],
  );
  const { reports, start, cancel } = useImport(onBusy);
  const problems = read.flatMap(({ name, parts }) =>
    typeof parts === 'string' ? [files.length > 1 ? words.inFile(name, parts) : parts] : [],
  );
  const readable = read.flatMap(({ name, parts }) => (typeof parts === 'string' ? [] : [{ name, parts }]));
  const run = (dryRun: boolean) =>
    void start(
      readable.map(({ name, parts }) => {
        const owner = userId.trim() || null;
        return { projectId, parts, userId: owner, fileName: name, total: null, dryRun };
      }),
    );
  const isRunning = reports.some(({ state }) => state === 'uploading' || state === 'running');
  const isOpen = reports.every(({ state }) => state === 'checked') || reports.some(({ state }) => state === 'failed');
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} className="alert" role="alert">
          {problem}
        </p>
      ))}
      <ImportReports reports={reports} fileCount={files.length} notSent={[]} onCancel={cancel} />
      {!isRunning && isOpen && readable.length > 0 && (
        <>
          <label className="row">
            <span>{words.defaultUser}</span>
            <input className="field" value={userId} onChange={(event) => setUserId(event.currentTarget.value)} />
          </label>
          <PlainButton label={words.check(readable.length)} onClick={() => run(true)} />{' '}
          <PlainButton look="pri" label={words.importFiles(readable.length)} onClick={() => run(false)} />
        </>
      )}
    </>
  );
}

/** @returns the problem of a file that cannot be sent */
function readParts(text: string, file: { format: ImportFormat; name: string }): ImportPart[] | string {
  try {
    const parts = toProductParts(text, file);
    if (parts.length === 0) return words.noRecords;
    return fitsRequests(parts) ? parts : words.tooLarge;
  } catch {
    return words.unreadable;
  }
}
