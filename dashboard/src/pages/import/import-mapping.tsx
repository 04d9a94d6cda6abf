import { importTexts } from '../../texts/import';
import { targets, type Mapping, type Target } from './mapping';
import { Select } from '../../components/select';

interface Props {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  onChange(mapping: Mapping): void;
}

const words = importTexts;

/** Maps file columns to memory fields. */
export function ImportMapping({ columns, mapping, onChange }: Props) {
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
