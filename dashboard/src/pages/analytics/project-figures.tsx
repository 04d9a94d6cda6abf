import { ProjectStatisticsDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { toCount } from '../../components/format';
import { Section } from '../../components/section';
import { Figures } from './figures';
import { analyticsTexts as words } from '../../texts/analytics';

/** Shows what the project contains and how it is used. */
export function ProjectFigures({ projectId }: { projectId: string | null }) {
  const [result, read] = useFreshQuery(ProjectStatisticsDocument, { projectId });
  return (
    <Section title={words.thisProject} description={words.memoryTotalsHint}>
      <Answer result={result} retry={read}>
        {({ projectStatistics: { feedback, ...counts } }) => {
          const figures: [string, number][] = [
            [words.memories, counts.memoryCount],
            [words.users, counts.userCount],
            [words.agents, counts.agentCount],
            [words.apps, counts.appCount],
            [words.runs, counts.runCount],
            [words.userMemoryCount, counts.userMemoryCount],
            [words.agentMemoryCount, counts.agentMemoryCount],
            [words.appMemoryCount, counts.appMemoryCount],
            [words.runMemoryCount, counts.runMemoryCount],
            [words.adds, counts.addCount],
            [words.retrievals, counts.retrievalCount],
            [words.apiRetrievals, counts.apiRetrievalCount],
            [words.positiveFeedback, feedback.positiveCount],
            [words.negativeFeedback, feedback.negativeCount],
            [words.veryNegative, feedback.veryNegativeCount],
          ];
          return <Figures figures={figures.map(([label, value]) => [label, toCount(value)] as const)} />;
        }}
      </Answer>
    </Section>
  );
}
