import { useState } from 'react';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Select } from '../../components/select';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { importTexts } from '../../texts/import';
import { FileField } from './file-field';
import { PastImports } from './past-imports';
import { parseFile, type ParsedFile } from './parse-file';
import { ProductSteps, type FileFormat, type ProductFile } from './product-steps';
import { TableSteps, type TableFile } from './table-steps';

const words = importTexts;
const mostBytes = 20_000_000;

interface ChosenFile {
  readonly file: File;
  /** The file as it was read, or null with a problem. */
  readonly opened: (TableFile & ProductFile) | null;
  readonly problem: string | null;
}

/** Imports files in steps: choose format and files, map columns, preview, import, report. */
export function ImportPage() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const [format, setFormat] = useState<FileFormat>('TABLE');
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [isBusy, setBusy] = useState(false);
  const open = async (files: readonly File[]) =>
    setChosen(await Promise.all(files.map((file) => openFile(file, format))));
  const choose = (next: FileFormat) => {
    setFormat(next);
    setChosen([]);
  };
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      {!canWrite && <EmptyState title={words.readerTitle}>{words.readerHint}</EmptyState>}
      {canWrite && <FormatField format={format} isBusy={isBusy} onChange={choose} />}
      {canWrite && (
        <FileField
          files={chosen.map(({ file }) => file)}
          isBusy={isBusy}
          onChosen={(files) => void open(files)}
          onRemoved={(removed) => setChosen(chosen.filter(({ file }) => file !== removed))}
        />
      )}
      {chosen.map(
        ({ file, problem }, index) =>
          problem && (
            <p key={`${index} ${file.name}`} className="alert" role="alert">
              {chosen.length > 1 ? words.inFile(file.name, problem) : problem}
            </p>
          ),
      )}
      <Steps projectId={projectId} chosen={chosen} format={format} onBusy={setBusy} />
      <PastImports projectId={projectId} />
    </>
  );
}

interface StepsProps {
  readonly projectId: string | null;
  readonly chosen: readonly ChosenFile[];
  readonly format: FileFormat;
  onBusy(isBusy: boolean): void;
}

function Steps({ projectId, chosen, format, onBusy }: StepsProps) {
  const files = chosen.flatMap(({ opened }) => opened ?? []);
  if (files.length === 0) return null;
  const key = files.map(({ name, text }) => name + text.length).join(' ');
  return format === 'TABLE' ? (
    <TableSteps key={key} projectId={projectId} files={files} onBusy={onBusy} />
  ) : (
    <ProductSteps key={key} projectId={projectId} files={files} format={format} onBusy={onBusy} />
  );
}

async function openFile(file: File, format: FileFormat): Promise<ChosenFile> {
  if (file.size > mostBytes) return { file, opened: null, problem: words.tooLarge };
  // A file that was moved or may not be read.
  const text = await file.text().catch(() => null);
  if (text === null) return { file, opened: null, problem: words.notRead };
  const read = readFile(text, format);
  if (typeof read === 'string') return { file, opened: null, problem: read };
  return { file, opened: { ...read, name: file.name, text }, problem: null };
}

/** Reads a file as a table. The server reads files of other products. @returns the problem of an unreadable file */
function readFile(text: string, format: FileFormat): ParsedFile | string {
  if (format !== 'TABLE') return { columns: [], records: [], problems: [] };
  try {
    const parsed = parseFile(text);
    if (parsed.records.length > 0) return parsed;
    const [first] = parsed.problems;
    return first ? words.noRecordsBecause(words.lineNumber(first.line), first.message) : words.noRecords;
  } catch {
    return words.unreadable;
  }
}

interface FormatProps {
  readonly format: FileFormat;
  readonly isBusy: boolean;
  onChange(format: FileFormat): void;
}

function FormatField({ format, isBusy, onChange }: FormatProps) {
  return (
    <Select
      className="import-format"
      label={words.format}
      choices={Object.entries(words.formatNames).map(([value, label]) => ({ value, label }))}
      value={format}
      disabled={isBusy}
      onChange={(chosen) => onChange(chosen as FileFormat)}
    />
  );
}
