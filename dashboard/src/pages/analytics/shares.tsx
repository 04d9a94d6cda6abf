import { Group, Progress, Stack, Text } from '@mantine/core';

import { Link } from '../../shell/routing';
import { locale } from '../../texts/locale';

interface Row {
  readonly label: string;
  readonly count: number;
  readonly isBad?: boolean;
  /** Link of the label. */
  readonly to?: string;
}

/** Shows counts with their share of the total, largest first. */
export function Shares({ rows }: { rows: readonly Row[] }) {
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {[...rows]
        .sort((one, other) => other.count - one.count)
        .map(({ label, count, isBad, to }) => (
          <li key={label}>
            <Group justify="space-between">
              <Text size="sm" span>
                {to ? <Link to={to}>{label}</Link> : label}
              </Text>
              <Text size="sm" c="dimmed">
                {count.toLocaleString(locale)} ({((100 * count) / all).toFixed(1)} %)
              </Text>
            </Group>
            <Progress value={(100 * count) / all} size="sm" aria-hidden {...(isBad && { color: 'orange' })} />
          </li>
        ))}
    </Stack>
  );
}
