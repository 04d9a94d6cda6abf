import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { MemoriesDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { useStore } from '../../pages/playground/use-store';
import { useViewer } from '../../session/session';
import { firstRunTexts } from '../../texts/first-run';
import { playgroundTexts } from '../../texts/playground';

/** User of the memories in the first run. */
export const firstUser = 'ada';

/** Stores a message and shows the memories that the server extracts from it. */
export function AddFirstMemory({ onStored }: { onStored: () => void }) {
  const { project } = useViewer();
  const projectId = project?.id ?? null;
  const [text, setText] = useState<string>(firstRunTexts.example);
  const { store, generation, isBusy } = useStore({ projectId, userId: firstUser }, onStored);
  const [{ data }, read] = useFreshQuery(
    MemoriesDocument,
    { projectId, filter: { userId: { eq: firstUser } }, first: 5, after: null, withTotal: generation > 0 },
    { pause: generation === 0 },
  );
  const made = generation === 0 ? [] : (data?.memories.edges ?? []);
  const submit = async () => {
    await store([{ role: 'USER', content: text }]);
    if (generation > 0) read();
  };
  return (
    <>
      <p className="meta t3">{firstRunTexts.says}</p>
      <div className="row first-add">
        <Textarea
          aria-label={firstRunTexts.message}
          dir="auto"
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button
          type="button"
          className={`btn ${generation === 0 ? 'pri' : ''}`}
          disabled={isBusy || text.trim() === ''}
          onClick={() => void submit()}
        >
          {firstRunTexts.store}
        </button>
      </div>
      {data && made.length === 0 && generation > 0 && <p className="t2">{firstRunTexts.noFacts}</p>}
      {made.length > 0 && (
        <ul className="made" aria-label={firstRunTexts.stored}>
          {made.map(({ node }) => (
            <li key={node.id}>
              <span className="badge ok">{playgroundTexts.kinds.ADD}</span>
              <bdi>{node.text}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
