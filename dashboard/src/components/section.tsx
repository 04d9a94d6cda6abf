import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly description?: ReactNode;
  /** At the right of the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** One part of a page, on a sheet with a title. */
export function Section({ title, description, actions, children }: Props) {
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb={children ? 'sm' : 0}>
        <Stack gap={2} flex={1} miw={200}>
          <Title order={2}>{title}</Title>
          {description && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  );
}
