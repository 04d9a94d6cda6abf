import { useQuery } from 'urql';
import { RequestLogDocument } from '../../api/graphql';
import { isPassing } from '../../api/failure';
import { useMissingLink } from '../../components/use-missing-link';
import { useUrlFilters } from '../../components/use-url-filters';
import { requestsTexts as words } from '../../texts/requests';
import type { useLiveRequests } from './use-live-requests';

/** Returns the request that the address opens, also one that is not among the newest. If there is none, it says so. */
export function useOpenRequest(id: string | null, log: ReturnType<typeof useLiveRequests>) {
  const { change } = useUrlFilters();
  const listed = log.rows.find((row) => row.id === id);
  const isElsewhere = id !== null && listed === undefined && !log.isLoading;
  const [{ data, error, fetching }] = useQuery({
    query: RequestLogDocument,
    variables: { id: id ?? '' },
    pause: !isElsewhere,
  });
  const found = data?.requestLog;
  const linked = found && found.id === id ? found : undefined;
  const isRead = isElsewhere && !fetching && (data ?? error) !== undefined;
  useMissingLink(isRead && !linked && !(error && isPassing(error)), words.requestNotFound, () =>
    change({ request: null }),
  );
  return listed ?? linked;
}
