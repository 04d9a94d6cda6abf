import { texts } from '../../texts';
import type { MappedRecord } from './mapping';
import { LineList } from './line-list';
import type { FileProblem } from './parse-file';

interface Props {
  readonly records: readonly MappedRecord[];
  readonly problems: readonly FileProblem[];
}

const shown = 5;
const words = texts.import;

/** Shows the first memories as they will be stored, and the records that will be skipped. */
export function ImportPreview({ records, problems }: Props) {
  const valid = records.filter(({ memory }) => memory !== null);
  return (
    <section className="card" aria-label={words.preview}>
      <header>
        <h2 className="grow">{words.preview}</h2>
        <span className="meta t3" role="status">
          {words.summary(valid.length, problems.length)}
        </span>
      </header>
      <div style={{ overflowX: 'auto' }}>
        <table className="tbl" aria-label={words.preview}>
          <thead>
            <tr>
              <th>{words.line}</th>
              <th>{words.targets.text}</th>
              <th>{words.owner}</th>
              <th>{words.targets.timestamp}</th>
              <th>{words.targets.metadata}</th>
            </tr>
          </thead>
          <tbody>
            {valid.slice(0, shown).map(({ line, memory }) => (
              <tr key={line}>
                <td className="mono t3">{line}</td>
                <td dir="auto">{memory?.text.slice(0, 200)}</td>
                <td>
                  <bdi>
                    {[memory?.userId, memory?.agentId, memory?.appId, memory?.runId].filter(Boolean).join(', ')}
                  </bdi>
                </td>
                <td className="mono">{memory?.createdAt?.slice(0, 16).replace('T', ' ') ?? words.now}</td>
                <td className="mono">
                  {memory?.metadata === undefined ? '–' : JSON.stringify(memory.metadata).slice(0, 80)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <LineList title={words.skipped} lines={problems} />
    </section>
  );
}
