import { Columns3Icon } from '../../components/icons';
import { memoriesTexts } from '../../texts/memories';
import { optionalColumns, storeColumns } from './memory-columns';

interface Props {
  readonly chosen: readonly string[];
  onChange(keys: readonly string[]): void;
}

/** Selects the columns of the list. */
export function ColumnChoice({ chosen, onChange }: Props) {
  const change = (key: string, isShown: boolean) => {
    const next = isShown ? [...chosen, key] : chosen.filter((one) => one !== key);
    storeColumns(next);
    onChange(next);
  };
  return (
    <details
      className="menu-root columns"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.open = false;
      }}
    >
      <summary className="btn sm">
        <Columns3Icon size={14} />
        {memoriesTexts.chooseColumns}
      </summary>
      <div className="menu right" role="group" aria-label={memoriesTexts.chooseColumns} tabIndex={-1}>
        {optionalColumns.map(({ key, label }) => (
          <label key={key} className="row menu-label">
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={({ currentTarget }) => change(key, currentTarget.checked)}
            />
            {label}
          </label>
        ))}
      </div>
    </details>
  );
}
