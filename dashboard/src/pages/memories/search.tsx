import { useMemo, useState } from 'react';
import { SearchMemoriesDocument } from '../../api/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { DayField } from '../../components/day-field';
import { FilterBar } from '../../components/filter-bar';
import { PlainButton } from '../../components/plain-button';
import { Select } from '../../components/select';
import { toDay } from '../../components/url-params';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { useProject } from '../../shell/project';
import { memoriesTexts } from '../../texts/memories';
import { FoundMemories } from './found-memories';
import { memoryFields, type ShownMemories } from './memory-filter';

/** Shows search results, optionally with two settings side by side. */
export function Search({ shown }: { shown: ShownMemories }) {
  const { params, change } = useUrlFilters();
  const isComparing = params.has('compare');
  const settings = toSearchSettings(params);
  const others = toSearchSettings(params, 'b.');
  const first = useSearch(shown, settings);
  const second = useSearch(shown, isComparing ? others : settings);
  const ranks = (data: typeof first.result.data) =>
    new Map(data?.searchMemories.results.map(({ memory }, at) => [memory.id, at + 1]));
  return (
    <>
      <FilterBar
        fields={memoryFields}
        end={
          <PlainButton
            look="sm"
            label={memoriesTexts.compare}
            aria-pressed={isComparing}
            onClick={() => change({ compare: isComparing ? null : '1' })}
          />
        }
      />
      <div className={isComparing ? 'grid g2' : undefined}>
        <section aria-label={isComparing ? memoriesTexts.settingsA : memoriesTexts.results}>
          {isComparing && <h2>{memoriesTexts.settingsA}</h2>}
          <SearchControls settings={settings} />
          <FoundMemories query={shown.query} {...first} isNarrow={isComparing} />
        </section>
        {isComparing && (
          <section aria-label={memoriesTexts.settingsB}>
            <h2>{memoriesTexts.settingsB}</h2>
            <SearchControls settings={others} prefix="b." />
            <FoundMemories query={shown.query} {...second} isNarrow formerRanks={ranks(first.result.data)} />
          </section>
        )}
      </div>
    </>
  );
}

function useSearch({ query, filter, states }: ShownMemories, settings: SearchSettings) {
  const { projectId } = useProject();
  const { canRerank } = useViewer();
  const [opened] = useState(() => new Date().toISOString());
  const variables = useMemo(() => {
    const { threshold, topK, keywordSearch, rerank, asOf, referenceDate } = settings;
    const { includeExpired, latestOnly } = states;
    const times = { asOf: toEndOfDay(asOf, opened), referenceDate: toEndOfDay(referenceDate, opened) };
    return {
      query,
      filter,
      projectId,
      threshold,
      topK,
      keywordSearch,
      // A link with the setting also opens on a server without a reranker.
      rerank: rerank && canRerank,
      includeExpired,
      latestOnly,
      ...times,
      explain: true,
      // A person who looks at results is no use of the memories by an application.
      recordHits: false,
    };
  }, [JSON.stringify([query, filter, states, projectId, settings, canRerank]), opened]);
  const [result, retry] = useRepeatableQuery(SearchMemoriesDocument, variables);
  return { result, retry };
}

// Returns the end of a day in UTC, or for today the time when the page was opened.
const toEndOfDay = (day: string | null, now: string) =>
  day === null ? null : `${day}T23:59:59.999Z` > now ? now : `${day}T23:59:59.999Z`;

/** Search settings. The URL stores those that differ from the default. */
interface SearchSettings {
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
function toSearchSettings(params: URLSearchParams, prefix = ''): SearchSettings {
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
function SearchControls({ settings, prefix = '' }: { settings: SearchSettings; prefix?: string }) {
  const { change } = useUrlFilters();
  const { canRerank } = useViewer();
  const set = (name: string, value: string | null) => change({ [prefix + name]: value });
  return (
    <div className="row wrap search-controls">
      <label className="row">
        {memoriesTexts.threshold}
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={settings.threshold ?? 0}
          onChange={(event) => set('threshold', event.currentTarget.value)}
        />
        <b className="mono">{settings.threshold?.toFixed(2) ?? memoriesTexts.automatic}</b>
      </label>
      <span className="row">
        <span aria-hidden>{memoriesTexts.topK}</span>
        <Select
          aria-label={memoriesTexts.topK}
          isSmall
          choices={['5', '10', '20', '50', '100']}
          value={String(settings.topK)}
          onChange={(count) => set('top', count)}
        />
      </span>
      <label className="row" title={memoriesTexts.keywordsOnlyHint}>
        <input
          type="checkbox"
          checked={settings.keywordSearch}
          onChange={(event) => set('keyword', event.currentTarget.checked ? 'only' : null)}
        />
        {memoriesTexts.keywordsOnly}
      </label>
      <label className="row" title={canRerank ? memoriesTexts.rerankHint : memoriesTexts.noRerankerHint}>
        <input
          type="checkbox"
          checked={settings.rerank && canRerank}
          disabled={!canRerank}
          aria-describedby={canRerank ? undefined : `${prefix}no-reranker`}
          onChange={(event) => set('rerank', event.currentTarget.checked ? 'on' : null)}
        />
        {memoriesTexts.rerank}
        {!canRerank && (
          <span id={`${prefix}no-reranker`} className="meta t3 no-reranker">
            {memoriesTexts.noReranker}
          </span>
        )}
      </label>
      <SearchDay
        label={memoriesTexts.asOf}
        title={memoriesTexts.asOfHint}
        empty={memoriesTexts.asOfNow}
        value={settings.asOf ?? ''}
        onDay={(day) => set('asof', day)}
      />
      <SearchDay
        label={memoriesTexts.referenceDate}
        title={memoriesTexts.referenceHint}
        empty={memoriesTexts.referenceToday}
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
        w={126}
        value={value}
        onChange={(day) => (day === '' || toDay(day)) && onDay(day)}
      />
    </span>
  );
}
