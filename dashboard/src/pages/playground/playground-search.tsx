import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SearchIcon } from '../../components/icons';
import { useEffect, useState } from 'react';
import { SearchMemoriesDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { toFailure } from '../../api/failure';
import { Link } from '../../shell/routing';
import { playgroundTexts } from '../../texts/playground';
import { MarkedText } from '../memories/marked-text';
import type { Place } from './use-dry-run';

const shown = 3;

/** Searches the stored memories of the user. @param generation a new value repeats the search */
export function PlaygroundSearch({ place: { projectId, userId }, generation }: { place: Place; generation: number }) {
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 300);
  const [{ data, error, fetching }, search] = useFreshQuery(
    SearchMemoriesDocument,
    { projectId, query, topK: shown, filter: { userId: { eq: userId } }, recordHits: false },
    { pause: query === '' || userId === '' },
  );
  useEffect(() => {
    if (generation > 0 && query !== '') search();
  }, [generation]);
  const hits = query === '' ? [] : (data?.searchMemories.results ?? []);
  return (
    <section className="card" aria-label={playgroundTexts.search}>
      <header>
        <h2 className="grow">{playgroundTexts.search}</h2>
        <span className="meta t3">{playgroundTexts.top(shown)}</span>
      </header>
      <div className="body">
        <TextInput
          aria-label={playgroundTexts.query}
          placeholder={playgroundTexts.query}
          leftSection={<SearchIcon size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {error && <p className="meta t2">{toFailure(error).message}</p>}
        {query !== '' && !fetching && !error && hits.length === 0 && <p className="t2">{playgroundTexts.noHits}</p>}
        <ul className="hits">
          {hits.map(({ memory, score }) => (
            <li key={memory.id}>
              <b className="mono">{score.toFixed(2)}</b>
              <Link to={`/memories/${memory.id}`} className="plain-link">
                <MarkedText text={memory.text} query={query} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
