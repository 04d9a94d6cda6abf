import { useMemo, useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import { importTexts as words } from '../../texts/import';
import { ImportMapping } from './import-mapping';
import { toRecordParts } from './import-parts';
import { ImportPreview } from './import-preview';
import { ImportReports } from './import-report';
import { guessMapping, mapRecord, type Mapping } from './mapping';
import type { FileProblem, ParsedFile } from './parse-file';
import { useImport } from './use-import';

export interface TableFile extends ParsedFile {
  readonly name: string;
}

interface Props {
  readonly projectId: string | null;
  readonly files: readonly TableFile[];
  /** Called when an import starts and when it ends. */
  onBusy(isBusy: boolean): void;
}

/** Maps the columns of tables to memories, shows a preview, and imports the tables one after another. */
export function TableSteps({ projectId, files, onBusy }: Props) {
  const columns = useMemo(() => [...new Set(files.flatMap((file) => file.columns))], [files]);
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(columns));
  const tables = useMemo(() => files.map((file) => readTable(file, mapping)), [files, mapping]);
  const { reports, start, cancel } = useImport(onBusy);
  const records = tables.flatMap((table) => table.records);
  const valid = tables.reduce((sum, table) => sum + table.valid, 0);
  const toRequest = ({ name, records: own, valid: total }: (typeof tables)[number]) => {
    const parts = toRecordParts(own);
    return { projectId, parts, userId: null, fileName: name, total };
  };
  if (reports.length > 0)
    return (
      <ImportReports
        reports={reports}
        fileCount={files.length}
        skipped={tables.map(({ problems }) => problems)}
        onCancel={cancel}
      />
    );
  return (
    <>
      <ImportMapping columns={columns} mapping={mapping} onChange={setMapping} />
      <ImportPreview
        records={records}
        problems={tables.flatMap(({ name, problems }) => (files.length > 1 ? inFile(name, problems) : problems))}
      />
      <PlainButton
        look="pri"
        label={words.action(valid)}
        disabled={valid === 0}
        onClick={() => void start(tables.map(toRequest))}
      />
    </>
  );
}

function readTable(file: TableFile, mapping: Mapping) {
  const records = file.records.map((record) => mapRecord(record, mapping));
  const unmapped = records.flatMap(({ line, problem }) => (problem ? [{ line, message: problem }] : []));
  return {
    name: file.name,
    records,
    valid: records.filter(({ memory }) => memory !== null).length,
    problems: [...file.problems, ...unmapped].sort((a, b) => a.line - b.line),
  };
}

const inFile = (name: string, problems: readonly FileProblem[]): FileProblem[] =>
  problems.map(({ line, message }) => ({ line, message: words.inFile(name, message) }));
