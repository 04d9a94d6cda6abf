import { useQuery } from 'urql';
import { ProjectStatisticsDocument } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { Section } from '../../components/section';
import { Figures } from './figures';
import { analyticsTexts as words } from '../../texts/analytics';
import { locale } from '../../texts/locale';

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
            ['Memories', counts.memories],
            ['Users', counts.users],
            ['Agents', counts.agents],
            ['Apps', counts.apps],
            ['Runs', counts.runs],
            ['User memories', counts.memoriesOfUsers],
            ['Agent memories', counts.memoriesOfAgents],
            ['App memories', counts.memoriesOfApps],
            ['Run memories', counts.memoriesOfRuns],
            ['Adds', counts.adds],
            ['Retrievals', counts.retrievals],
            ['API key retrievals', counts.apiRetrievals],
            ['Positive feedback', feedback.positive],
            ['Negative feedback', feedback.negative],
            ['Very negative feedback', feedback.veryNegative],
          ];
          return (
            <Figures
              columns={5}
              figures={figures.map(([label, value]) => [label, value.toLocaleString(locale)] as const)}
            />
          );
        }}
      </Answer>
    </Section>
  );
}
