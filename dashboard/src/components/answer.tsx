import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { isSessionOver, toFailure } from '../api/failure';
import { ErrorState } from './error-state';
import { Skeleton } from './skeleton';
import { commonTexts as words } from '../texts/common';

interface Props<Data> {
  /** Result of `useQuery`. */
  readonly result: { readonly data?: Data; readonly fetching: boolean; readonly error?: CombinedError };
  /** Whether the page shows nothing else. */
  readonly isPage?: boolean;
  retry(): void;
  /** Root lookups are null only together with an error. */
  children(data: Complete<Data>): ReactNode;
}

/** Data of a query without errors, in which no root lookup is null. */
type Complete<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

/** Shows a query's data, placeholder rows while it loads, or the error with Retry. Keeps the data during a refetch. */
export function Answer<Data>({ result: { data, fetching, error }, isPage = false, retry, children }: Props<Data>) {
  // Data that was read before the server went away, or before the session ended, stays on screen.
  const isKept = error !== undefined && data != null && (error.networkError !== undefined || isSessionOver(error));
  if (error && !fetching && !isKept)
    return <ErrorState title={words.loadingFailed} failure={toFailure(error)} isPage={isPage} retry={retry} />;
  if (data) return children(data as Complete<Data>);
  return <Skeleton />;
}
