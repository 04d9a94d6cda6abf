import { useRef, useState, type DragEvent } from 'react';
import { toChoices } from '../../components/choices';
import { EmptyState } from '../../components/empty-state';
import { toBytes } from '../../components/format';
import { XIcon } from '../../components/icons';
import { PageHeader } from '../../components/page-header';
import { PlainButton } from '../../components/plain-button';
import { Select } from '../../components/select';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { importTexts } from '../../texts/import';
import { parseFile, type ParsedFile } from './parse-file';
import { PastImports } from './past-imports';
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
  const opened = chosen.flatMap((file) => file.opened ?? []);
  const key = opened.map(({ name, text }) => name + text.length).join(' ');
  const steps = { projectId, files: opened, onBusy: setBusy };
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      {!canWrite && <EmptyState title={words.readerTitle}>{words.readerHint}</EmptyState>}
      {canWrite && (
        <Select
          className="import-format"
          label={words.format}
          choices={toChoices(words.formatNames)}
          value={format}
          disabled={isBusy}
          onChange={(next) => choose(next as FileFormat)}
        />
      )}
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
      {opened.length > 0 && format === 'TABLE' && <TableSteps key={key} {...steps} />}
      {opened.length > 0 && format !== 'TABLE' && <ProductSteps key={key} {...steps} format={format} />}
      <PastImports projectId={projectId} />
    </>
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
  } catch (error) {
    return error instanceof SyntaxError ? words.unreadable : (error as Error).message;
  }
}

interface Props {
  readonly files: readonly File[];
  /** Whether the files are being imported and cannot be replaced. */
  readonly isBusy: boolean;
  onChosen(files: readonly File[]): void;
  onRemoved(file: File): void;
}

/** Takes files from a dialog or by drag and drop, and shows their names and sizes. */
function FileField({ files, isBusy, onChosen, onRemoved }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null) => list && list.length > 0 && onChosen([...list]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) take(event.dataTransfer.files);
  };
  const remove = (file: File) => {
    onRemoved(file);
    // The pressed button goes away.
    button.current?.focus();
  };
  return (
    <section
      className={isOver ? 'card drop over' : 'card drop'}
      data-typed={files.length > 0 || undefined}
      aria-label={importTexts.file}
      onDragOver={(event) => (event.preventDefault(), setOver(!isBusy))}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={drop}
    >
      <div role="status">
        {files.map((file, index) => (
          <FileRow key={`${index} ${file.name}`} file={file} isBusy={isBusy} onRemove={() => remove(file)} />
        ))}
      </div>
      <p className="row">
        <PlainButton
          label={files.length > 0 ? importTexts.chooseOthers : importTexts.choose}
          ref={button}
          aria-describedby="file-formats"
          disabled={isBusy}
          onClick={() => input.current?.click()}
        />
        <span className="t3">{importTexts.dropHere}</span>
      </p>
      <span id="file-formats" className="meta t3">
        {importTexts.formats}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file can be chosen again, changed or after its removal.
          currentTarget.value = '';
        }}
      />
    </section>
  );
}

function FileRow({
  file: { name, size },
  isBusy,
  onRemove,
}: Pick<Props, 'isBusy'> & { file: File; onRemove: () => void }) {
  return (
    <p className="row">
      <b style={{ overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi>
      </b>
      <span className="t3">{toBytes(size)}</span>
      <button
        type="button"
        className="btn ghost"
        aria-label={importTexts.removeFile(name)}
        disabled={isBusy}
        onClick={onRemove}
      >
        <XIcon size={14} />
      </button>
    </p>
  );
}
