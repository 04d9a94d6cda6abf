import { useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Select } from '../../components/select';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { importTexts } from '../../texts/import';
import { FileField } from './file-field';
import { ImportMapping } from './import-mapping';
import { ImportPreview } from './import-preview';
import { ImportReportCard } from './import-report';
import { guessMapping, mapRecord, type Mapping } from './mapping';
import { toRecordParts } from './import-parts';
import { PastImports } from './past-imports';
import { parseFile, type ParsedFile } from './parse-file';
import { ProductSteps, type FileFormat } from './product-steps';
import { useImport } from './use-import';

const words = importTexts;
const mostBytes = 20_000_000;

interface ChosenFile extends ParsedFile {
  readonly name: string;
  readonly text: string;
}

/** Imports a file in steps: choose format and file, map columns, preview, import, report. */
export function ImportPage() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const [format, setFormat] = useState<FileFormat>('TABLE');
  const [picked, setPicked] = useState<File | null>(null);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (chosen: File) => {
    setPicked(chosen);
    setFile(null);
    if (chosen.size > mostBytes) return setProblem(words.tooLarge);
    const text = await chosen.text();
    const opened = readFile(text, format);
    setProblem(typeof opened === 'string' ? opened : null);
    if (typeof opened !== 'string') setFile({ ...opened, name: chosen.name, text });
  };
  const close = () => {
    setPicked(null);
    setFile(null);
    setProblem(null);
  };
  const choose = (chosen: FileFormat) => {
    setFormat(chosen);
    close();
  };
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      {!canWrite && <EmptyState title={words.readerTitle}>{words.readerHint}</EmptyState>}
      {canWrite && <FormatField format={format} onChange={choose} />}
      {canWrite && <FileField file={picked} onChosen={(chosen) => void open(chosen)} onRemoved={close} />}
      {problem && (
        <p className="alert" role="alert">
          {problem}
        </p>
      )}
      {file && format === 'TABLE' && <Steps key={file.name + file.text.length} projectId={projectId} file={file} />}
      {file && format !== 'TABLE' && (
        <ProductSteps key={file.name + file.text.length} projectId={projectId} file={file} format={format} />
      )}
      <PastImports projectId={projectId} />
    </>
  );
}

/** Reads a file as a table. The server reads files of other products. @returns the problem of an unreadable file */
function readFile(text: string, format: FileFormat): ParsedFile | string {
  if (format !== 'TABLE') return { columns: [], records: [], problems: [] };
  try {
    const parsed = parseFile(text);
    return parsed.records.length === 0 ? words.noRecords : parsed;
  } catch {
    return words.unreadable;
  }
}

function FormatField({ format, onChange }: { format: FileFormat; onChange: (format: FileFormat) => void }) {
  return (
    <Select
      className="import-format"
      label={words.format}
      choices={Object.entries(words.formatNames).map(([value, label]) => ({ value, label }))}
      value={format}
      onChange={(chosen) => onChange(chosen as FileFormat)}
    />
  );
}

function Steps({ projectId, file }: { projectId: string | null; file: ChosenFile }) {
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(file.columns));
  const records = useMemo(() => file.records.map((record) => mapRecord(record, mapping)), [file, mapping]);
  const { report, start, cancel } = useImport();
  const valid = records.filter(({ memory }) => memory !== null).length;
  const skipped = toSkipped(file, records);
  if (report) return <ImportReportCard report={report} skipped={skipped} onCancel={cancel} />;
  return (
    <>
      <ImportMapping columns={file.columns} mapping={mapping} onChange={setMapping} />
      <ImportPreview records={records} problems={skipped} />
      <button
        type="button"
        className="btn pri"
        disabled={valid === 0}
        onClick={() =>
          void start({ projectId, parts: toRecordParts(records), userId: null, fileName: file.name, total: valid })
        }
      >
        {words.action(valid)}
      </button>
    </>
  );
}

function toSkipped(file: ParsedFile, records: ReturnType<typeof mapRecord>[]) {
  const unmapped = records.flatMap(({ line, problem }) => (problem ? [{ line, message: problem }] : []));
  return [...file.problems, ...unmapped].sort((a, b) => a.line - b.line);
}
