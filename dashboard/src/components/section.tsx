import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly description?: ReactNode;
  /** Shown right of the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** Shows one part of a page as a card with a title. */
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
