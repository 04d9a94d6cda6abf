import { useEffect, useRef, useState } from 'react';
import {
  DecideMemoryLinkDocument,
  MemoryLinksDocument,
  type MemoryLinkPartsFragment,
  type MemoryLinksQueryVariables,
} from '../../api/graphql';
import { useMutate } from '../../api/run-mutation';
import { showFailure } from '../../components/toast';
import { useScrolledList } from '../../components/use-scrolled-list';

export type Correction = MemoryLinkPartsFragment;
export type Verdict = 'CONFIRMED' | 'REJECTED';

const pageSize = 100;
/** Reads the next page when so few suggestions are left: decisions are faster than a busy server. */
const fewLeft = 100;

type Wanted = Pick<MemoryLinksQueryVariables, 'projectId' | 'userId' | 'minProbability' | 'maxProbability'>;

/**
 * Reads the suggestions of a project, newest first, and stores decisions. A decision shows at once and is taken back if the server refuses
 * it. `decided` are the decisions of this visit, last one first; `total` is the number of suggestions when the page opened.
 */
export function useCorrections(wanted: Wanted) {
  const mutate = useMutate();
  const variables = { ...wanted, status: 'SUGGESTED', first: pageSize } as const;
  const { rows, change, loadMore, total, ...list } = useScrolledList(
    MemoryLinksDocument,
    variables,
    ({ memoryLinks }) => memoryLinks,
  );
  const [decided, setDecided] = useState<readonly Correction[]>([]);
  // Decisions are sent in order, so that an undo never overtakes its decision.
  const sending = useRef(Promise.resolve());
  useEffect(() => setDecided([]), [JSON.stringify(wanted)]);
  useEffect(() => {
    if (rows.length <= fewLeft) void loadMore();
  }, [rows.length, list.isLoading, loadMore]);
  const reopen = (link: Correction) => {
    change((former) => [link, ...former.filter(({ id }) => id !== link.id)]);
    setDecided((former) => former.filter(({ id }) => id !== link.id));
  };
  const send = (id: string, status: Verdict | 'SUGGESTED', takeBack: () => void) => {
    sending.current = sending.current.then(async () => {
      const { failure } = await mutate(DecideMemoryLinkDocument, { id, status });
      if (!failure) return;
      takeBack();
      showFailure(failure.message);
    });
  };
  const decide = (link: Correction, verdict: Verdict) => {
    change((former) => former.filter(({ id }) => id !== link.id));
    setDecided((former) => [link, ...former]);
    send(link.id, verdict, () => reopen(link));
  };
  const undo = () => {
    const [last] = decided;
    if (!last) return null;
    reopen(last);
    send(last.id, 'SUGGESTED', () => undefined);
    return last;
  };
  const links = rows.filter(isWhole);
  return { ...list, links, decided, total: total ?? links.length, decide, undo };
}

const isWhole = ({ newerMemory, olderMemory }: Correction) => newerMemory !== null && olderMemory !== null;
