import { Alert, Button, Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';

/** Keeps the frame when a page throws. React offers this to classes only. */
export class Crash extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.message === null) return this.props.children;
    return (
      <Alert color="red" title="Something went wrong" role="alert">
        <Stack align="flex-start">
          <Text size="sm">{this.state.message}</Text>
          <Button size="xs" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </Stack>
      </Alert>
    );
  }
}
