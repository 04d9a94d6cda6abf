import type { ProjectStatisticsQuery } from '../../api/graphql';
import { ChartCard } from '../../components/chart';
import { toCount } from '../../components/format';
import { homeTexts } from '../../texts/home';

const daySeconds = 86_400;
const format = (value: number) => toCount(Math.round(value));

/** Shows the number of memories and entities at the end of each day. */
export function GrowthChart({
  growth,
}: {
  growth: NonNullable<ProjectStatisticsQuery['projectStatistics']['growth']>;
}) {
  const last = growth.at(-1);
  if (!last || last.memoryCount + last.entityCount === 0) return null;
  return (
    <ChartCard
      title={homeTexts.growth}
      label={homeTexts.growth}
      height={140}
      times={growth.map(({ day }) => new Date(`${day}T00:00:00Z`).getTime())}
      sliceSeconds={daySeconds}
      series={[
        {
          label: homeTexts.memories,
          color: '--c1',
          kind: 'line',
          values: growth.map(({ memoryCount }) => memoryCount),
          total: format(last.memoryCount),
        },
        {
          label: homeTexts.entities,
          color: '--c4',
          kind: 'line',
          isDashed: true,
          values: growth.map(({ entityCount }) => entityCount),
          total: format(last.entityCount),
        },
      ]}
      format={format}
    />
  );
}
