import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { failureOf } from '../api/failure';
import { EmptyState } from './empty-state';

interface Props<Data> {
  /** As useQuery answers it. */
  readonly result: { readonly data?: Data; readonly fetching: boolean; readonly error?: CombinedError };
  retry(): void;
  /** Without an error, no root lookup is null. */
  children(data: Complete<Data>): ReactNode;
}

/** The data of a query without errors: a root lookup is null only together with an error. */
export type Complete<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

/**
 * Shows what a query answered, or that it is on its way, or why there is none and a way to try again; to whoever may not read it, that alone.
 * What is known stays while it is read anew.
 */
export function Answer<Data>({ result: { data, fetching, error }, retry, children }: Props<Data>) {
  if (error && !fetching) {
    if (error.graphQLErrors.some(({ extensions }) => extensions.code === 'FORBIDDEN'))
      return <EmptyState title="Not for your role">{failureOf(error).message}</EmptyState>;
    return (
      <Alert color="red" role="alert" title="This could not be read">
        <Stack align="flex-start" gap="xs">
          <Text size="sm">{failureOf(error).message}</Text>
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (data) return children(data as Complete<Data>);
  return (
    <Center py="xl">
      <Loader aria-label="Loading" />
    </Center>
  );
}
