import { ListTable } from '../../components/list-table';
import type { Column } from '../../components/table-model';
import { importTexts } from '../../texts/import';
import type { MappedRecord } from './mapping';
import { LineList } from './line-list';
import type { FileProblem } from './parse-file';

interface Props {
  readonly records: readonly MappedRecord[];
  readonly problems: readonly FileProblem[];
}

const shown = 5;
const words = importTexts;

/** Shows the first memories as they will be stored, and the records that will be skipped. */
export function ImportPreview({ records, problems }: Props) {
  const valid = records.filter(({ memory }) => memory !== null);
  const rows = valid.slice(0, shown);
  return (
    <section className="card" aria-label={words.preview}>
      <header>
        <h2 className="grow">{words.preview}</h2>
        <span className="meta t3" role="status">
          {words.summary(valid.length, problems.length)}
        </span>
      </header>
      <ListTable
        label={words.preview}
        minWidth={560}
        columns={columns}
        rows={rows}
        // Two files can have the same line.
        keyOf={(record) => String(rows.indexOf(record))}
      />
      <LineList title={words.skipped} lines={problems} />
    </section>
  );
}

const columns: readonly Column<MappedRecord>[] = [
  { key: 'line', label: words.line, cell: ({ line }) => <span className="mono t3">{line}</span> },
  { key: 'text', label: words.targets.text, cell: ({ memory }) => <bdi>{memory?.text.slice(0, 200)}</bdi> },
  {
    key: 'owner',
    label: words.owner,
    cell: ({ memory }) => (
      <bdi>{[memory?.userId, memory?.agentId, memory?.appId, memory?.runId].filter(Boolean).join(', ')}</bdi>
    ),
  },
  {
    key: 'created',
    label: words.targets.timestamp,
    cell: ({ memory }) => (
      <span className="mono">{memory?.createdAt?.slice(0, 16).replace('T', ' ') ?? words.now}</span>
    ),
  },
  {
    key: 'metadata',
    label: words.targets.metadata,
    cell: ({ memory }) => (
      <span className="mono">
        {memory?.metadata === undefined ? '–' : JSON.stringify(memory.metadata).slice(0, 80)}
      </span>
    ),
  },
];
