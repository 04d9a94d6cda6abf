import { useMemo, useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import { SearchMemoriesDocument, type MemoryFilter } from '../../../../client/generated/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { FilterBar } from '../../components/filter-bar';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { memoriesTexts } from '../../texts/memories';
import { FoundMemories } from './found-memories';
import { memoryFields, type MemoryStates } from './memory-filter';
import { SearchControls, toSearchSettings, type SearchSettings } from './search-settings';

interface Props {
  readonly query: string;
  readonly filter: MemoryFilter | null;
  readonly states: MemoryStates;
  readonly projectId: string | null;
  readonly canWrite: boolean;
  open(id: string): void;
}

/** Shows search results, optionally with two settings side by side. */
export function Search(props: Props) {
  const { params, change } = useUrlFilters();
  const isComparing = params.has('compare');
  const settings = toSearchSettings(params);
  const others = toSearchSettings(params, 'b.');
  const first = useSearch(props, settings);
  const second = useSearch(props, isComparing ? others : settings);
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
          <FoundMemories {...props} {...first} isNarrow={isComparing} />
        </section>
        {isComparing && (
          <section aria-label={memoriesTexts.settingsB}>
            <h2>{memoriesTexts.settingsB}</h2>
            <SearchControls settings={others} prefix="b." />
            <FoundMemories {...props} {...second} isNarrow formerRanks={ranks(first.result.data)} />
          </section>
        )}
      </div>
    </>
  );
}

function useSearch({ query, filter, states, projectId }: Props, settings: SearchSettings) {
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
