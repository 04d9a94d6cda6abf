import { useUrlFilters } from '../../components/filter-bar';

/** How to search. The URL keeps what differs from the default. */
export interface SearchSettings {
  readonly threshold: number;
  readonly topK: number;
  readonly keywordSearch: boolean;
}

const defaults: SearchSettings = { threshold: 0.1, topK: 20, keywordSearch: true };

function toNumber(text: string | null, fallback: number): number {
  const value = Number(text);
  return text === null || text === '' || !Number.isFinite(value) ? fallback : value;
}

/** The settings of the URL. */
export function toSearchSettings(params: URLSearchParams): SearchSettings {
  return {
    threshold: Math.min(1, Math.max(0, toNumber(params.get('threshold'), defaults.threshold))),
    topK: Math.min(100, Math.max(1, Math.round(toNumber(params.get('top'), defaults.topK)))),
    keywordSearch: params.get('keyword') !== 'off',
  };
}

/** Threshold, number of results and keyword search. */
export function SearchControls({ settings }: { settings: SearchSettings }) {
  const { change } = useUrlFilters();
  return (
    <div className="row wrap search-controls">
      <label className="row">
        Threshold
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={settings.threshold}
          onChange={(event) => change({ threshold: event.currentTarget.value })}
        />
        <b className="mono">{settings.threshold.toFixed(2)}</b>
      </label>
      <label className="row">
        Top k
        <select value={settings.topK} onChange={(event) => change({ top: event.currentTarget.value })}>
          {[5, 10, 20, 50, 100].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <label className="row">
        <input
          type="checkbox"
          checked={settings.keywordSearch}
          onChange={(event) => change({ keyword: event.currentTarget.checked ? null : 'off' })}
        />
        Keyword
      </label>
    </div>
  );
}
