import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { setupTexts as words } from '../texts/setup';

export function StepButtons({
  back,
  skip,
  children,
}: {
  back?: (() => void) | undefined;
  skip?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <Group justify="space-between">
      {back ? (
        <Button variant="subtle" color="gray" onClick={back}>
          {words.back}
        </Button>
      ) : (
        <span />
      )}
      <Group gap="xs">
        {skip && (
          <Button variant="default" onClick={skip}>
            {words.skip}
          </Button>
        )}
        {children}
      </Group>
    </Group>
  );
}
