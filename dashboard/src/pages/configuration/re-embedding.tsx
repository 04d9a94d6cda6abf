import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useSubscription } from 'urql';
import { WatchEventDocument, type ConfigurationQuery } from '../../../../client/generated/graphql';
import { configurationTexts as pageWords } from '../../texts/configuration';
import { locale } from '../../texts/locale';

type Running = NonNullable<ConfigurationQuery['configuration']['reEmbedding']>;

/** Shows the live progress of a re-embedding. @param onDone called when it has ended */
export function ReEmbedding({
  reEmbedding: { from, to, event: known },
  onDone,
}: {
  reEmbedding: Running;
  onDone: () => void;
}) {
  const [{ data }] = useSubscription({ query: WatchEventDocument, variables: { id: known?.id ?? '' }, pause: !known });
  const event = data?.event ?? known;
  const hasEnded = data?.event != null && data.event.status !== 'PENDING' && data.event.status !== 'RUNNING';
  useEffect(() => {
    if (hasEnded) onDone();
  }, [hasEnded, onDone]);
  const isStuck = event?.status === 'FAILED' || event?.status === 'CANCELLED';
  const title = from === to ? pageWords.embeddingMissing : pageWords.embeddingAgain;
  return (
    <Alert
      color={isStuck ? 'red' : 'blue'}
      title={isStuck ? pageWords.reEmbeddingFailedTitle : title}
      role="status"
      mb="md"
    >
      <Stack gap="xs">
        <Text size="sm">{isStuck ? (event.error ?? pageWords.reEmbeddingEndedEarly) : explanation(from, to)}</Text>
        {isStuck && <Text size="sm">{pageWords.reEmbeddingFailedHint}</Text>}
        {!isStuck && event && <Bar completed={event.completedCount} total={event.totalCount ?? null} />}
      </Stack>
    </Alert>
  );
}

function explanation(from: string, to: string): string {
  return from === to ? pageWords.embeddingMissingHint(to) : pageWords.embeddingAgainHint(from, to);
}

function Bar({ completed, total }: { completed: number; total: number | null }) {
  const percent = total ? Math.min(100, Math.round((completed / total) * 100)) : 0;
  return (
    <>
      <Progress value={percent} animated aria-label={pageWords.reEmbeddingProgress} />
      <Text size="sm">
        {total === null
          ? pageWords.reEmbeddingPending
          : pageWords.reEmbeddedCount(completed.toLocaleString(locale), total.toLocaleString(locale))}
      </Text>
    </>
  );
}
