import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** Title of a page, what it is for, and its actions at the right. */
export function PageHeader({
  title,
  description,
  badge,
  children,
}: {
  title: string;
  description?: ReactNode;
  /** Right of the title. */
  badge?: ReactNode;
  children?: ReactNode;
}) {
  useDocumentTitle(`${title} · memory-gateway`);
  return (
    <Group justify="space-between" align="flex-start" mb="md">
      <Stack gap={2}>
        <Group gap="sm">
          <Title order={1}>{title}</Title>
          {badge}
        </Group>
        {description && (
          <Text c="dimmed" size="sm">
            {description}
          </Text>
        )}
      </Stack>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
