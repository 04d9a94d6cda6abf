import { useQuery } from 'urql';
import { ProjectStatisticsDocument } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { toCount } from '../../components/format';
import { Section } from '../../components/section';
import { Figures } from './figures';
import { analyticsTexts as words } from '../../texts/analytics';

/** Shows what the project contains and how it is used. */
export function ProjectFigures({ projectId }: { projectId: string | null }) {
  const [result, read] = useQuery({
    query: ProjectStatisticsDocument,
    variables: { projectId },
    requestPolicy: 'network-only',
  });
  return (
    <Section title={words.thisProject} description={words.memoryTotalsHint}>
      <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
        {({ projectStatistics: { feedback, ...counts } }) => {
          const figures: [string, number][] = [
            [words.memories, counts.memories],
            [words.users, counts.users],
            [words.agents, counts.agents],
            [words.apps, counts.apps],
            [words.runs, counts.runs],
            [words.memoriesOfUsers, counts.memoriesOfUsers],
            [words.memoriesOfAgents, counts.memoriesOfAgents],
            [words.memoriesOfApps, counts.memoriesOfApps],
            [words.memoriesOfRuns, counts.memoriesOfRuns],
            [words.adds, counts.adds],
            [words.retrievals, counts.retrievals],
            [words.apiRetrievals, counts.apiRetrievals],
            [words.positiveFeedback, feedback.positive],
            [words.negativeFeedback, feedback.negative],
            [words.veryNegative, feedback.veryNegative],
          ];
          return <Figures figures={figures.map(([label, value]) => [label, toCount(value)] as const)} />;
        }}
      </Answer>
    </Section>
  );
}
