import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { toFailure } from '../api/failure';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';
import { Skeleton } from './skeleton';

interface Props<Data> {
  /** As `useQuery` returns it. */
  readonly result: { readonly data?: Data; readonly fetching: boolean; readonly error?: CombinedError };
  retry(): void;
  /** Without an error, no root lookup is null. */
  children(data: Complete<Data>): ReactNode;
}

/** The data of a query without errors: a root lookup is null only together with an error. */
export type Complete<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

/** Shows a query's data, placeholder rows while it loads, or the error with Retry. Known data stays while it reloads. */
export function Answer<Data>({ result: { data, fetching, error }, retry, children }: Props<Data>) {
  if (error && !fetching) {
    if (error.graphQLErrors.some(({ extensions }) => extensions.code === 'FORBIDDEN'))
      return <EmptyState title="You don't have access">{toFailure(error).message}</EmptyState>;
    return <ErrorState title="Loading failed" failure={toFailure(error)} retry={retry} />;
  }
  if (data) return children(data as Complete<Data>);
  return <Skeleton />;
}
