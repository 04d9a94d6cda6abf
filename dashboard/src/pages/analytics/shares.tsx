import { toCount, toPercent } from '../../components/format';
import { Link } from '../../shell/routing';

interface Row {
  readonly label: string;
  readonly count: number;
  readonly isBad?: boolean;
  /** Link of the label. */
  readonly to?: string;
}

/** Shows counts with their share of the total, largest first. */
export function Shares({ rows }: { rows: readonly Row[] }) {
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className="shares list">
      {[...rows]
        .sort((one, other) => other.count - one.count)
        .map(({ label, count, isBad, to }) => (
          <li key={label}>
            <span className="row">
              <span className="grow">{to ? <Link to={to}>{label}</Link> : label}</span>
              <span className="t3">
                {toCount(count)} ({toPercent(count / all)})
              </span>
            </span>
            <span className="bar" aria-hidden>
              <i style={{ width: `${(100 * count) / all}%`, background: `var(${isBad ? '--c-refused' : '--c1'})` }} />
            </span>
          </li>
        ))}
    </ul>
  );
}
