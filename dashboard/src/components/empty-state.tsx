import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableBlock } from './copy';

/** What stands where there is nothing yet, and how something comes there. */
export function EmptyState({ title, children, sample }: { title: string; children?: ReactNode; sample?: string }) {
  return (
    <Center py="xl">
      <Stack align="center" maw={760} w="100%">
        <Title order={2} ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" ta="center" component="div">
            {children}
          </Text>
        )}
        {sample && <CopyableBlock text={sample} />}
      </Stack>
    </Center>
  );
}
