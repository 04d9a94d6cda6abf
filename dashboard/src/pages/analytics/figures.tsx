import { Paper, SimpleGrid, Text } from '@mantine/core';

/** Formats a latency. */
export const milliseconds = (value: number | null): string =>
  value === null ? '–' : `${value.toFixed(value < 100 ? 1 : 0)} ms`;

/** Formats a share of 1 as a percentage. */
export const percent = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(1)} %`);

/** Shows numbers with their labels. */
export function Figures({
  figures,
  columns,
}: {
  figures: readonly (readonly [label: string, value: string])[];
  columns: number;
}) {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, lg: columns }} spacing="sm" mb="md" component="dl" mt={0}>
      {figures.map(([label, value]) => (
        <Paper key={label} withBorder p="sm">
          <Text size="xs" c="dimmed" component="dt">
            {label}
          </Text>
          <Text size="lg" fw={600} component="dd" m={0}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
