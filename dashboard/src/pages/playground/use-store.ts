import { useEffect, useRef, useState } from 'react';
import { AddMemoriesDocument, type EventPartsFragment } from '../../api/graphql';
import { isOpen } from '../../components/event-state';
import { showFailure, showToast } from '../../components/toast';
import { useAct } from '../../components/use-act';
import { useLiveEvent } from '../../components/use-live-event';
import { playgroundTexts } from '../../texts/playground';
import type { Place, PlaygroundMessage } from './use-dry-run';

/** Stores a conversation. `generation` increases with each stored conversation. */
export function useStore({ projectId, userId }: Place, onStored: () => void) {
  const act = useAct();
  const [pending, setPending] = useState<EventPartsFragment | null>(null);
  const [generation, setGeneration] = useState(0);
  const [isSending, setSending] = useState(false);
  const finish = useRef(onStored);
  finish.current = onStored;
  const live = useLiveEvent(pending);
  useEffect(() => {
    if (!live || isOpen(live.status)) return;
    setPending(null);
    setGeneration((count) => count + 1);
    if (live.status === 'SUCCEEDED') showToast(playgroundTexts.stored);
    else showFailure(live.error ?? playgroundTexts.notStored);
    finish.current();
  }, [live]);
  const store = async (messages: readonly PlaygroundMessage[]) => {
    setSending(true);
    const payload = await act(AddMemoriesDocument, { projectId, userId, messages: [...messages] });
    setSending(false);
    if (!payload) return;
    if (isOpen(payload.event.status)) return setPending(payload.event);
    setGeneration((count) => count + 1);
    showToast(playgroundTexts.stored);
    finish.current();
  };
  return { store, generation, isBusy: isSending || pending !== null };
}
