import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { PreviewMemoriesDocument, type PreviewMemoriesQuery } from '../../api/graphql';
import { runQuery } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';

export interface PlaygroundMessage {
  readonly role: 'USER' | 'ASSISTANT';
  readonly content: string;
}

export interface Place {
  readonly projectId: string | null;
  readonly userId: string;
}

type Plan = PreviewMemoriesQuery['previewMemories'];
export type PlannedMemory = Plan['memories'][number];

export interface DryRun {
  readonly plan: Plan | null;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  repeat(): void;
}

const typingPauseMs = 500;

/** Returns what adding the messages would store. Includes the draft unless a language model would be called for it. */
export function useDryRun(
  { projectId, userId }: Place,
  messages: readonly PlaygroundMessage[],
  draft: PlaygroundMessage,
): DryRun {
  const client = useClient();
  const [result, setResult] = useState<Omit<DryRun, 'repeat'>>({ plan: null, failure: null, isBusy: false });
  const [round, setRound] = useState(0);
  const hasModel = result.plan?.hasModel ?? false;
  const all = draft.content.trim() && !hasModel ? [...messages, draft] : messages;
  const [wanted] = useDebouncedValue(JSON.stringify({ projectId, userId, messages: all }), typingPauseMs);
  useEffect(() => {
    const input = JSON.parse(wanted) as Place & { messages: PlaygroundMessage[] };
    if (input.messages.length === 0 || input.userId === '') {
      setResult({ plan: null, failure: null, isBusy: false });
      return;
    }
    let isCurrent = true;
    setResult((former) => ({ ...former, isBusy: true }));
    void runQuery(client, PreviewMemoriesDocument, { input }).then(({ payload, failure }) => {
      if (isCurrent) setResult({ plan: payload, failure, isBusy: false });
    });
    return () => {
      isCurrent = false;
    };
  }, [client, wanted, round]);
  return { ...result, repeat: () => setRound((count) => count + 1) };
}
