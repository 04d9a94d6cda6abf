import { Center, Group, Image, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import icon from '../icon.svg';

/** A page before anybody is signed in: one sheet in the middle. */
export function FrontPage({ title, width = 420, children }: { title: string; width?: number; children: ReactNode }) {
  useDocumentTitle(`${title} · memory-gateway`);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={width}>
        <Stack>
          <Group gap="xs">
            <Image src={icon} w={28} h={28} alt="" />
            <Text fw={600}>memory-gateway</Text>
          </Group>
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
