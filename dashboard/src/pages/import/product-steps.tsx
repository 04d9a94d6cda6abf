import { useMemo, useState } from 'react';
import type { ImportFormat } from '../../../../client/generated/graphql';
import { importTexts } from '../../texts/import';
import { fitsRequests, toProductParts, type ImportPart } from './import-parts';
import { ImportReportCard } from './import-report';
import { useImport } from './use-import';

/** A table with mapped columns, or a file of another product. */
export type FileFormat = keyof typeof importTexts.formatNames;

interface Props {
  readonly projectId: string | null;
  readonly file: { readonly name: string; readonly text: string };
  readonly format: Exclude<FileFormat, 'TABLE'>;
}

const words = importTexts;

/** Checks a file of another product, then imports it. The server reads the file. */
export function ProductSteps({ projectId, file, format }: Props) {
  const [userId, setUserId] = useState('');
  const parts = useMemo(() => readParts(file.text, { format, name: file.name }), [file, format]);
  const { report, start, cancel } = useImport();
  if (typeof parts === 'string')
    return (
      <p className="alert" role="alert">
        {parts}
      </p>
    );
  const run = (dryRun: boolean) =>
    void start({ projectId, parts, userId: userId.trim() || null, fileName: file.name, total: null, dryRun });
  const isChecked = report?.state === 'checked' || report?.state === 'failed';
  return (
    <>
      {report && <ImportReportCard report={report} skipped={[]} onCancel={cancel} />}
      {(!report || isChecked) && (
        <>
          <label className="row">
            <span>{words.defaultUser}</span>
            <input className="field" value={userId} onChange={(event) => setUserId(event.currentTarget.value)} />
          </label>
          <button type="button" className="btn" onClick={() => run(true)}>
            {words.check}
          </button>{' '}
          <button type="button" className="btn pri" onClick={() => run(false)}>
            {words.importFile}
          </button>
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
