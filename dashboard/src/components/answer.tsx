import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { useConnection } from '../api/connection';
import { isPassing, toFailure, type Failure } from '../api/failure';
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

/** Shows a query's data, placeholder rows while it loads, or the error with Retry. Keeps the data during a refetch, and while the server is busy. */
export function Answer<Data>({ result: { data, fetching, error }, isPage = false, retry, children }: Props<Data>) {
  const isKept = error !== undefined && data != null && isPassing(error);
  if (error && !fetching && !isKept)
    return <ErrorState title={words.loadingFailed} failure={toFailure(error)} isPage={isPage} retry={retry} />;
  if (!data) return <Skeleton />;
  return (
    <>
      {isKept && <Busy failure={toFailure(error)} retry={retry} />}
      {children(data as Complete<Data>)}
    </>
  );
}

/** Says above older data why it was not read again. Without a connection, or a session, the page says so. */
function Busy({ failure, retry }: { failure: Failure; retry: () => void }) {
  const { state } = useConnection();
  if (!failure.isPassing || state !== 'live') return null;
  return <ErrorState title={words.loadingFailed} failure={failure} retry={retry} />;
}
