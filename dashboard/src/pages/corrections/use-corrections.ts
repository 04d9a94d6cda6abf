import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import {
  DecideMemoryLinkDocument,
  MemoryLinksDocument,
  type MemoryLinkPartsFragment,
  type MemoryLinksQueryVariables,
} from '../../../../client/generated/graphql';
import { useConnection } from '../../api/connection';
import { toFailure, type Failure } from '../../api/failure';
import { runMutation } from '../../api/run-mutation';
import { showFailure } from '../../components/toast';

export type Correction = MemoryLinkPartsFragment;
export type Verdict = 'CONFIRMED' | 'REJECTED';

interface Queue {
  /** Suggestions without a decision, newest first. */
  readonly links: readonly Correction[];
  /** Decisions of this visit, last one first. */
  readonly decided: readonly Correction[];
  /** Number of suggestions when the page opened, or when its filter changed. */
  readonly total: number;
  /** Whether more suggestions are being read. */
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
}

const pageSize = 100;
/** Reads the next page when so few suggestions are left: decisions are faster than a busy server. */
const fewLeft = 100;
const nothing: Queue = { links: [], decided: [], total: 0, hasMore: false, isLoading: true, failure: null };

/** Reads the suggestions of a project and stores decisions. A decision shows at once and is taken back if the server refuses it. */
export function useCorrections(
  filter: Pick<MemoryLinksQueryVariables, 'projectId' | 'userId' | 'minProbability' | 'maxProbability'>,
) {
  const client = useClient();
  const { recoveries } = useConnection();
  const [queue, setQueue] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const next = useRef<{ after: string | null; isBusy: boolean }>({ after: null, isBusy: false });
  // Decisions are sent in order, so that an undo never overtakes its decision.
  const sending = useRef(Promise.resolve());
  const key = JSON.stringify(filter);
  const read = useCallback(
    (after: string | null) =>
      client
        .query(
          MemoryLinksDocument,
          { ...filter, status: 'SUGGESTED', first: pageSize, after, withTotal: after === null },
          { requestPolicy: 'network-only' },
        )
        .toPromise(),
    [client, key],
  );
  useEffect(() => {
    let isOver = false;
    setQueue(nothing);
    void read(null).then(({ data, error }) => {
      if (isOver) return;
      const page = data?.memoryLinks;
      next.current = { after: page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null, isBusy: false };
      const links = page?.edges.map(({ node }) => node).filter(isWhole) ?? [];
      const failure = error ? toFailure(error) : null;
      setQueue({
        ...nothing,
        isLoading: false,
        hasMore: next.current.after !== null,
        links,
        total: page?.totalCount ?? links.length,
        failure,
      });
    });
    return () => {
      isOver = true;
    };
  }, [read, attempt]);
  const isUnreachable = queue.failure?.isUnreachable ?? false;
  useEffect(() => {
    if (isUnreachable) setAttempt((count) => count + 1);
  }, [recoveries]);
  useEffect(() => {
    const { after, isBusy } = next.current;
    if (after === null || isBusy || queue.links.length > fewLeft) return;
    next.current.isBusy = true;
    void read(after).then(({ data }) => {
      const page = data?.memoryLinks;
      next.current = { after: page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null, isBusy: false };
      const added = page?.edges.map(({ node }) => node).filter(isWhole) ?? [];
      setQueue((former) => ({ ...former, hasMore: next.current.after !== null, links: [...former.links, ...added] }));
    });
  }, [read, queue.links.length]);
  const send = (id: string, status: Verdict | 'SUGGESTED', takeBack: () => void) => {
    sending.current = sending.current.then(async () => {
      const { failure } = await runMutation(client, DecideMemoryLinkDocument, { input: { id, status } });
      if (!failure) return;
      takeBack();
      showFailure(failure.message);
    });
  };
  const decide = (link: Correction, verdict: Verdict) => {
    setQueue((former) => ({
      ...former,
      links: former.links.filter(({ id }) => id !== link.id),
      decided: [link, ...former.decided],
    }));
    send(link.id, verdict, () => setQueue((former) => reopen(former, link)));
  };
  const undo = () => {
    const [last] = queue.decided;
    if (!last) return null;
    setQueue((former) => reopen(former, last));
    send(last.id, 'SUGGESTED', () => undefined);
    return last;
  };
  return { ...queue, decide, undo, reload: () => setAttempt((count) => count + 1) };
}

const isWhole = ({ newerMemory, olderMemory }: Correction) => newerMemory !== null && olderMemory !== null;

const reopen = (queue: Queue, link: Correction): Queue => ({
  ...queue,
  links: [link, ...queue.links.filter(({ id }) => id !== link.id)],
  decided: queue.decided.filter(({ id }) => id !== link.id),
});
