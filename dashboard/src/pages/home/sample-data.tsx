import { useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import { useClient, type Client } from 'urql';
import { AddMemoriesDocument, DeleteEntityDocument, MemoriesDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { runMutation } from '../../api/run-mutation';
import { showFailure, showToast } from '../../components/toast';
import { Link } from '../../shell/routing';
import { homeTexts } from '../../texts/home';
import { sampleApp, sampleEntities, sampleMemories } from './sample-memories';

interface Sample {
  /** Number of sample memories in the project. Null until it is known. */
  readonly count: number | null;
  read(): void;
}

interface Props {
  readonly projectId: string;
  readonly sample: Sample;
  onChanged(): void;
}

const dayMs = 86_400_000;

/** Counts the sample memories of the project. */
export function useSampleData(projectId: string): Sample {
  const [{ data }, read] = useFreshQuery(MemoriesDocument, {
    projectId,
    filter: { appId: { eq: sampleApp } },
    first: 1,
    withTotal: true,
  });
  return { count: data ? (data.memories.totalCount ?? 0) : null, read };
}

/** Loads sample memories into the project, and removes them. */
export function SampleData({ projectId, sample: { count, read }, onChanged }: Props) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<string | null>, done: string) => {
    setBusy(true);
    const failure = await work();
    setBusy(false);
    if (failure === null) showToast(done);
    else showFailure(failure);
    read();
    onChanged();
  };
  return (
    <li style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
      {count === 0 ? (
        <>
          <span>{homeTexts.sample.hint}</span>
          <PlainButton
            look="sm"
            label={homeTexts.sample.load}
            disabled={isBusy}
            onClick={() => void run(() => load(client, projectId), homeTexts.sample.loaded(sampleMemories.length))}
          />
        </>
      ) : (
        <>
          <span>
            <Link to={`/memories?appId=${sampleApp}`}>{homeTexts.sample.shown(count ?? 0)}</Link>
          </span>
          <PlainButton
            look="sm"
            label={homeTexts.sample.remove}
            disabled={isBusy}
            onClick={() => void run(() => remove(client, projectId), homeTexts.sample.removed)}
          />
        </>
      )}
    </li>
  );
}

async function load(client: Client, projectId: string): Promise<string | null> {
  for (const { daysAgo, text, ...owners } of sampleMemories) {
    const { failure } = await runMutation(client, AddMemoriesDocument, {
      input: {
        ...owners,
        projectId,
        appId: sampleApp,
        infer: false,
        timestamp: new Date(Date.now() - daysAgo * dayMs).toISOString(),
        messages: [{ role: 'USER', content: text }],
      },
    });
    if (failure) return failure.message;
  }
  return null;
}

async function remove(client: Client, projectId: string): Promise<string | null> {
  for (const { type, name } of sampleEntities) {
    const { failure } = await runMutation(client, DeleteEntityDocument, { input: { projectId, type, name } });
    if (failure) return failure.message;
  }
  return null;
}
