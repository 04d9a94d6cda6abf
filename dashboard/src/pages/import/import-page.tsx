import { useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { texts } from '../../texts';
import { ImportMapping } from './import-mapping';
import { ImportPreview } from './import-preview';
import { ImportReportCard } from './import-report';
import { guessMapping, mapRecord, type Mapping } from './mapping';
import { parseFile, type ParsedFile } from './parse-file';
import { hashText, useImport } from './use-import';

const words = texts.import;
const mostBytes = 20_000_000;

interface ChosenFile extends ParsedFile {
  readonly name: string;
  readonly hash: string;
}

/** Imports a file in steps: choose it, map its columns, preview, import, report. */
export function ImportPage() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (chosen: File) => {
    setFile(null);
    if (chosen.size > mostBytes) return setProblem(words.tooLarge);
    const text = await chosen.text();
    try {
      const parsed = parseFile(text);
      setProblem(parsed.records.length === 0 ? words.noRecords : null);
      if (parsed.records.length > 0) setFile({ ...parsed, name: chosen.name, hash: hashText(text) });
    } catch {
      setProblem(words.unreadable);
    }
  };
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      {!canWrite && <EmptyState title={words.readerTitle}>{words.readerHint}</EmptyState>}
      {canWrite && <FileField onChosen={(chosen) => void open(chosen)} />}
      {problem && (
        <p className="alert" role="alert">
          {problem}
        </p>
      )}
      {file && <Steps key={file.hash} projectId={projectId} file={file} />}
    </>
  );
}

function FileField({ onChosen }: { onChosen: (file: File) => void }) {
  return (
    <label
      className="card drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [dropped] = event.dataTransfer.files;
        if (dropped) onChosen(dropped);
      }}
    >
      <b>{words.choose}</b>
      <span className="meta t3">{words.formats}</span>
      <input
        type="file"
        accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) onChosen(chosen);
        }}
      />
    </label>
  );
}

function Steps({ projectId, file }: { projectId: string | null; file: ChosenFile }) {
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(file.columns));
  const records = useMemo(() => file.records.map((record) => mapRecord(record, mapping)), [file, mapping]);
  const { report, start, cancel } = useImport();
  const valid = records.filter(({ input }) => input !== null).length;
  const key = hashText(`${projectId} ${file.hash} ${JSON.stringify(mapping)}`);
  if (report) return <ImportReportCard report={report} skipped={toSkipped(file, records)} onCancel={cancel} />;
  return (
    <>
      <ImportMapping columns={file.columns} mapping={mapping} onChange={setMapping} />
      <ImportPreview records={records} problems={toSkipped(file, records)} />
      <button
        type="button"
        className="btn pri"
        disabled={valid === 0}
        onClick={() => void start({ projectId, records, key })}
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
