import { useMemo, useState } from 'react';
import { ListTable } from '../../components/list-table';
import { PlainButton } from '../../components/plain-button';
import { Select } from '../../components/select';
import type { Column } from '../../components/table-model';
import { importTexts as words } from '../../texts/import';
import { toRecordParts } from './import-parts';
import { ImportReports } from './import-report';
import { LineList } from './line-list';
import { guessMapping, mapRecord, targets, type MappedRecord, type Mapping, type Target } from './mapping';
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

const mostShown = 5;

/** Maps the columns of tables to memories, shows a preview, and imports the tables one after another. */
export function TableSteps({ projectId, files, onBusy }: Props) {
  const names = useMemo(() => [...new Set(files.flatMap((file) => file.columns))], [files]);
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(names));
  const tables = useMemo(() => files.map((file) => readTable(file, mapping)), [files, mapping]);
  const { reports, start, cancel } = useImport(onBusy);
  const stored = tables.flatMap((table) => table.records).filter(({ memory }) => memory !== null);
  const shown = stored.slice(0, mostShown);
  const problems = tables.flatMap((table) => (files.length > 1 ? inFile(table.name, table.problems) : table.problems));
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
        notSent={tables.map((table) => table.problems)}
        onCancel={cancel}
      />
    );
  return (
    <>
      <ImportMapping columns={names} mapping={mapping} onChange={setMapping} />
      {/* The first memories as they will be stored, and the records that will not be sent. */}
      <section className="card" aria-label={words.preview}>
        <header>
          <h2 className="grow">{words.preview}</h2>
          <span className="meta t3" role="status">
            {words.summary(valid, problems.length)}
          </span>
        </header>
        <ListTable
          label={words.preview}
          minWidth={560}
          columns={toColumns(shown)}
          rows={shown}
          // Two files can have the same line.
          keyOf={(record) => String(shown.indexOf(record))}
        />
        <LineList title={words.notSent} lines={problems} />
      </section>
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

interface ImportMappingProps {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  onChange(mapping: Mapping): void;
}

/** Maps file columns to memory fields. */
function ImportMapping({ columns, mapping, onChange }: ImportMappingProps) {
  const choose = (target: Target, column: string) => {
    const { [target]: _former, ...others } = mapping.columns;
    onChange({ ...mapping, columns: column === '' ? others : { ...others, [target]: column } });
  };
  return (
    <section className="card" aria-label={words.mapping}>
      <header>
        <h2>{words.mapping}</h2>
      </header>
      <div className="body map">
        {targets.map((target) => (
          <Select
            key={target}
            label={words.targets[target]}
            choices={[{ value: '', label: words.none }, ...columns.map((column) => ({ value: column, label: column }))]}
            value={mapping.columns[target] ?? ''}
            onChange={(column) => choose(target, column)}
          />
        ))}
        <label>
          <span>{words.defaultUser}</span>
          <input
            className="field"
            value={mapping.userId}
            onChange={(event) => onChange({ ...mapping, userId: event.currentTarget.value })}
          />
        </label>
        <label className="row">
          <input
            type="checkbox"
            checked={mapping.keepsOthers}
            onChange={(event) => onChange({ ...mapping, keepsOthers: event.currentTarget.checked })}
          />
          {words.keepOthers}
        </label>
      </div>
    </section>
  );
}

/** Columns of the preview. A file without values of a field has no column of it. */
const toColumns = (shown: readonly MappedRecord[]): readonly Column<MappedRecord>[] => [
  { key: 'line', label: words.line, cell: ({ line }) => <span className="mono t3">{line}</span> },
  {
    key: 'text',
    label: words.targets.text,
    cell: ({ memory }) => <bdi>{memory?.text.slice(0, 200)}</bdi>,
  },
  {
    key: 'owner',
    label: words.owner,
    cell: ({ memory }) => (
      <bdi>{[memory?.userId, memory?.agentId, memory?.appId, memory?.runId].filter(Boolean).join(', ')}</bdi>
    ),
  },
  {
    key: 'created',
    label: words.targets.createdAt,
    cell: ({ memory }) => <span className="mono">{memory?.createdAt ? toMinute(memory.createdAt) : words.now}</span>,
  },
  ...further
    .filter((field) => shown.some(({ memory }) => memory?.[field] !== undefined))
    .map((field) => ({
      key: field,
      label: words.targets[field],
      cell: ({ memory }: MappedRecord) => <bdi>{toCell(memory?.[field])}</bdi>,
    })),
];

const ownColumns = ['text', 'userId', 'agentId', 'appId', 'runId', 'createdAt'] as const satisfies readonly Target[];
type Further = Exclude<Target, (typeof ownColumns)[number]>;
const further = targets.filter((target): target is Further => !ownColumns.some((own) => own === target));

const toMinute = (time: string): string => time.slice(0, 16).replace('T', ' ');

function toCell(value: string | boolean | object | undefined): string {
  if (value === undefined || value === false) return '–';
  if (value === true) return words.yes;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return JSON.stringify(value).slice(0, 80);
  return /^\d{4}-\d\d-\d\dT/.test(value) ? toMinute(value) : value;
}
