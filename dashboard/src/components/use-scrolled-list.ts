import { useCallback, useEffect, useRef, useState } from 'react';
import type { CombinedError } from 'urql';
import { useConnection } from '../api/connection';
import { toFailure, type Failure } from '../api/failure';

interface Connection<Row> {
  readonly edges: ReadonlyArray<{ readonly node: Row }>;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly totalCount?: number;
}

interface Loaded<Row> {
  readonly list: Connection<Row> | null | undefined;
  readonly error: CombinedError | undefined;
}

interface State<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
}

const nothing = { rows: [], total: null, hasMore: false, isLoading: true, failure: null };

/** Loads pages of a connection as the table scrolls. After a new `load`, old rows stay until its first page. */
export function useScrolledList<Row>(load: (after: string | null) => Promise<Loaded<Row>>) {
  const [state, setState] = useState<State<Row>>(nothing);
  const [attempt, setAttempt] = useState(0);
  const { recoveries } = useConnection();
  const loadedBy = useRef<typeof load | null>(null);
  const next = useRef<{ after: string | null; isBusy: boolean }>({ after: null, isBusy: true });
  useEffect(() => {
    let isOver = false;
    next.current = { after: null, isBusy: true };
    setState((former) => ({ ...former, isLoading: true }));
    void load(null).then(({ list, error }) => {
      if (isOver) return;
      const failure = error ? toFailure(error) : null;
      if (failure?.isUnreachable && loadedBy.current === load)
        return setState((former) => ({ ...former, isLoading: false, failure }));
      loadedBy.current = load;
      next.current = { after: toNext(list), isBusy: false };
      setState({
        rows: list?.edges.map(({ node }) => node) ?? [],
        total: list?.totalCount ?? null,
        hasMore: list?.pageInfo.hasNextPage ?? false,
        isLoading: false,
        failure,
      });
    });
    return () => {
      isOver = true;
    };
  }, [load, attempt, recoveries]);
  const loadMore = useCallback(async () => {
    const page = next.current;
    if (page.after === null || page.isBusy) return;
    page.isBusy = true;
    const { list } = await load(page.after);
    // Another list was started in the meantime.
    if (next.current !== page) return;
    page.isBusy = false;
    if (!list) return;
    page.after = toNext(list);
    const added = list.edges.map(({ node }) => node);
    setState((former) => ({ ...former, hasMore: page.after !== null, rows: [...former.rows, ...added] }));
  }, [load]);
  return { ...state, loadMore, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}

const toNext = (list: Connection<unknown> | null | undefined): string | null =>
  list?.pageInfo.hasNextPage ? (list.pageInfo.endCursor ?? null) : null;
