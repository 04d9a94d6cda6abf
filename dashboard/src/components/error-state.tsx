import { Alert, Button, Stack, Text } from '@mantine/core';
import type { Failure } from '../api/failure';

/** What did not load and why, the request ID where the server sent one, and Retry. */
export function ErrorState({ title, failure, retry }: { title: string; failure: Failure; retry: () => void }) {
  return (
    <Alert color="red" role="alert" title={title}>
      <Stack align="flex-start" gap="xs">
        <Text size="sm">{failure.message}</Text>
        {failure.requestId && (
          <Text size="xs">
            Request <code>{failure.requestId}</code>
          </Text>
        )}
        <Button variant="default" onClick={retry}>
          Retry
        </Button>
      </Stack>
    </Alert>
  );
}
