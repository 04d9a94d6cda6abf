import { TextInput } from '@mantine/core';
import { SearchIcon } from '../../components/icons';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { SearchMemoriesDocument, type SearchMemoriesQuery } from '../../../../client/generated/graphql';
import { toFailure } from '../../api/failure';
import { MarkedText } from '../../pages/memories/marked-text';
import { ScoreBar } from '../../pages/memories/score-reasons';
import { useViewer } from '../../session/session';
import { firstRunTexts } from '../../texts/first-run';
import { playgroundTexts } from '../../texts/playground';
import { firstUser } from './add-first-memory';

type Hits = SearchMemoriesQuery['searchMemories']['results'];

interface Found {
  readonly query: string;
  readonly hits: Hits;
  readonly message: string | null;
}

/** Searches the memories of the previous step. */
export function FindIt({ isReady, onFound }: { isReady: boolean; onFound: () => void }) {
  const client = useClient();
  const { project } = useViewer();
  const [query, setQuery] = useState<string>(firstRunTexts.query);
  const [found, setFound] = useState<Found | null>(null);
  const search = async (event: FormEvent) => {
    event.preventDefault();
    const variables = {
      projectId: project?.id ?? null,
      query,
      topK: 3,
      filter: { userId: { eq: firstUser } },
      explain: true,
      recordHits: false,
    };
    const { data, error } = await client.query(SearchMemoriesDocument, variables, { requestPolicy: 'network-only' });
    setFound({ query, hits: data?.searchMemories.results ?? [], message: error ? toFailure(error).message : null });
    if (data && data.searchMemories.results.length > 0) onFound();
  };
  return (
    <>
      <form className="row first-add" onSubmit={(event) => void search(event)}>
        <TextInput
          aria-label={playgroundTexts.query}
          leftSection={<SearchIcon size={16} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <button type="submit" className={`btn ${isReady ? 'pri' : ''}`} disabled={!isReady || query.trim() === ''}>
          {firstRunTexts.search}
        </button>
      </form>
      {found?.message && <p className="t2">{found.message}</p>}
      {found && !found.message && found.hits.length === 0 && <p className="t2">{playgroundTexts.noHits}</p>}
      <ul className="first-hits">
        {found?.hits.map((hit) => (
          <li key={hit.memory.id}>
            <b className="mono">{hit.score.toFixed(2)}</b>
            <ScoreBar hit={hit} />
            <MarkedText text={hit.memory.text} query={found.query} />
          </li>
        ))}
      </ul>
    </>
  );
}
