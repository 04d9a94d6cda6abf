import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows the buttons of a step: Back, Skip and Continue. */
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
          Back
        </Button>
      ) : (
        <span />
      )}
      <Group gap="xs">
        {skip && (
          <Button variant="default" onClick={skip}>
            Skip
          </Button>
        )}
        {children}
      </Group>
    </Group>
  );
}
