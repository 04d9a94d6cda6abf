import { useQuery } from 'urql';
import { ProjectStatisticsDocument } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { Section } from '../../components/section';
import { Figures } from './figures';

/** What the project holds, and how it is used. */
export function ProjectFigures({ projectId }: { projectId: string | null }) {
  const [result, read] = useQuery({
    query: ProjectStatisticsDocument,
    variables: { projectId },
    requestPolicy: 'network-only',
  });
  return (
    <Section title="This project" description="Since it was created. Expired memories do not count.">
      <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
        {({ projectStatistics: { feedback, ...counts } }) => {
          const figures: [string, number][] = [
            ['Memories', counts.memories],
            ['Users', counts.users],
            ['Agents', counts.agents],
            ['Apps', counts.apps],
            ['Runs', counts.runs],
            ['Memories of users', counts.memoriesOfUsers],
            ['Memories of agents', counts.memoriesOfAgents],
            ['Memories of apps', counts.memoriesOfApps],
            ['Memories of runs', counts.memoriesOfRuns],
            ['Adds', counts.adds],
            ['Retrievals', counts.retrievals],
            ['Retrievals with a key', counts.apiRetrievals],
            ['Feedback, positive', feedback.positive],
            ['Feedback, negative', feedback.negative],
            ['Feedback, very negative', feedback.veryNegative],
          ];
          return (
            <Figures columns={5} figures={figures.map(([label, value]) => [label, value.toLocaleString()] as const)} />
          );
        }}
      </Answer>
    </Section>
  );
}
