import { Center, Code, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** What stands where there is nothing yet, and how something comes there. */
export function EmptyState({ title, children, sample }: { title: string; children?: ReactNode; sample?: string }) {
  return (
    <Center py="xl">
      <Stack align="center" maw={720} w="100%">
        <Title order={2}>{title}</Title>
        {children && (
          <Text c="dimmed" ta="center" component="div">
            {children}
          </Text>
        )}
        {sample && (
          <Code block w="100%">
            {sample}
          </Code>
        )}
      </Stack>
    </Center>
  );
}
