import { DayField } from '../../components/day-field';
import { Select } from '../../components/select';
import { toDay } from '../../components/url-params';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { memoriesTexts as words } from '../../texts/memories';

/** Search settings. The URL stores those that differ from the default. */
export interface SearchSettings {
  /** Null: the server leaves out what ranks far below the best result. */
  readonly threshold: number | null;
  readonly topK: number;
  /** Compares words only, not meaning. */
  readonly keywordSearch: boolean;
  /** Lets the reranker order the best results. */
  readonly rerank: boolean;
  /** Day as `YYYY-MM-DD`: searches memories as the server knew them then. Null: now. */
  readonly asOf: string | null;
  /** Day that relative dates in the query refer to. Null: today. */
  readonly referenceDate: string | null;
}

const defaults = { topK: 20 };

function toNumber(text: string | null, fallback: number): number {
  const value = Number(text);
  return text === null || text === '' || !Number.isFinite(value) ? fallback : value;
}

/** Reads the settings from the URL. @param prefix prefix of their names, on pages with several searches */
export function toSearchSettings(params: URLSearchParams, prefix = ''): SearchSettings {
  const get = (name: string) => params.get(prefix + name);
  return {
    threshold: get('threshold') === null ? null : Math.min(1, Math.max(0, toNumber(get('threshold'), 0))),
    topK: Math.min(100, Math.max(1, Math.round(toNumber(get('top'), defaults.topK)))),
    keywordSearch: get('keyword') === 'only',
    rerank: get('rerank') === 'on',
    asOf: toDay(get('asof')),
    referenceDate: toDay(get('reference')),
  };
}

/** Shows controls for threshold, number of results, keyword search, reranker and dates. */
export function SearchControls({ settings, prefix = '' }: { settings: SearchSettings; prefix?: string }) {
  const { change } = useUrlFilters();
  const { canRerank } = useViewer();
  const set = (name: string, value: string | null) => change({ [prefix + name]: value });
  return (
    <div className="row wrap search-controls">
      <label className="row">
        {words.threshold}
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={settings.threshold ?? 0}
          onChange={(event) => set('threshold', event.currentTarget.value)}
        />
        <b className="mono">{settings.threshold?.toFixed(2) ?? words.automatic}</b>
      </label>
      <span className="row">
        <span aria-hidden>{words.topK}</span>
        <Select
          aria-label={words.topK}
          isSmall
          choices={['5', '10', '20', '50', '100']}
          value={String(settings.topK)}
          onChange={(count) => set('top', count)}
        />
      </span>
      <label className="row" title={words.keywordsOnlyHint}>
        <input
          type="checkbox"
          checked={settings.keywordSearch}
          onChange={(event) => set('keyword', event.currentTarget.checked ? 'only' : null)}
        />
        {words.keywordsOnly}
      </label>
      <label className="row" title={canRerank ? words.rerankHint : words.noRerankerHint}>
        <input
          type="checkbox"
          checked={settings.rerank && canRerank}
          disabled={!canRerank}
          aria-describedby={canRerank ? undefined : `${prefix}no-reranker`}
          onChange={(event) => set('rerank', event.currentTarget.checked ? 'on' : null)}
        />
        {words.rerank}
        {!canRerank && (
          <span id={`${prefix}no-reranker`} className="meta t3 no-reranker">
            {words.noReranker}
          </span>
        )}
      </label>
      <SearchDay
        label={words.asOf}
        title={words.asOfHint}
        empty={words.asOfNow}
        value={settings.asOf ?? ''}
        onDay={(day) => set('asof', day)}
      />
      <SearchDay
        label={words.referenceDate}
        title={words.referenceHint}
        empty={words.referenceToday}
        value={settings.referenceDate ?? ''}
        onDay={(day) => set('reference', day)}
      />
    </div>
  );
}

interface DayProps {
  readonly label: string;
  readonly title: string;
  /** What applies without a day. */
  readonly empty: string;
  readonly value: string;
  onDay(day: string): void;
}

/** A day that the URL stores as soon as it is complete. */
function SearchDay({ label, title, empty, value, onDay }: DayProps) {
  return (
    <span className="row" title={title}>
      {label}
      <DayField
        aria-label={label}
        placeholder={empty}
        size="xs"
        w={126}
        value={value}
        onChange={(day) => (day === '' || toDay(day)) && onDay(day)}
      />
    </span>
  );
}
