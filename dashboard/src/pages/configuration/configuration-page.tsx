import {
  ConfigurationDocument,
  WatchEventDocument,
  type ConfigurationQuery,
} from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { LastChanges } from '../../components/last-changes';
import { PageHeader } from '../../components/page-header';
import { useViewer } from '../../session/session';
import { InstructionsSection } from './instructions-section';
import { fieldsOf } from './model-block';
import { ModelSection } from './model-section';
import { configurationTexts as words } from '../../texts/configuration';
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useSubscription } from 'urql';
import { locale } from '../../texts/locale';

const toLabels = (block: 'llm' | 'embedder', title: string) => [
  [`${block}.provider`, `${title}: ${words.provider}`],
  ...fieldsOf[block].map(({ name, label }) => [`${block}.${name}`, `${title}: ${label}`]),
];
const settingLabels = Object.fromEntries([
  ...toLabels('llm', words.languageModel),
  ...toLabels('embedder', words.embeddingModel),
  ['customInstructions', words.customInstructions],
]) as Record<string, string>;

/** Shows the models of the installation with the source of each setting, and forms for admins. */
export function ConfigurationPage() {
  const { isAdmin: canEdit } = useViewer();
  const [result, again] = useFreshQuery(ConfigurationDocument, {});
  return (
    <>
      <PageHeader
        title={words.title}
        description={canEdit ? words.descriptionForAdmins : words.descriptionForMembers}
      />
      <Answer result={result} retry={again}>
        {({
          configuration: {
            llm,
            embedder,
            llmProviders,
            embedderProviders,
            customInstructions,
            customInstructionsSource,
            reEmbedding,
          },
        }) => (
          <>
            {reEmbedding && <ReEmbedding key={reEmbedding.event?.id} reEmbedding={reEmbedding} onDone={again} />}
            <ModelSection
              name="llm"
              title={words.languageModel}
              description={words.languageModelHint}
              block={llm}
              providers={llmProviders}
              canEdit={canEdit}
              onChanged={again}
            />
            <ModelSection
              name="embedder"
              title={words.embeddingModel}
              description={words.embeddingModelHint}
              block={embedder}
              providers={embedderProviders}
              canEdit={canEdit}
              onChanged={again}
            />
            <InstructionsSection
              instructions={customInstructions ?? null}
              source={customInstructionsSource}
              canEdit={canEdit}
              onChanged={again}
            />
            {canEdit && (
              <LastChanges
                projectId={null}
                filter={{ action: 'configuration.update' }}
                labels={settingLabels}
                version={JSON.stringify([llm, embedder, customInstructions])}
              />
            )}
          </>
        )}
      </Answer>
    </>
  );
}

type Running = NonNullable<ConfigurationQuery['configuration']['reEmbedding']>;

/** Shows the live progress of a re-embedding. @param onDone called when it has ended */
function ReEmbedding({
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
  const title = from === to ? words.embeddingMissing : words.embeddingAgain;
  return (
    <Alert
      color={isStuck ? 'red' : 'blue'}
      title={isStuck ? words.reEmbeddingFailedTitle : title}
      role="status"
      mb="md"
    >
      <Stack gap="xs">
        <Text size="sm">{isStuck ? (event.error ?? words.reEmbeddingEndedEarly) : explanation(from, to)}</Text>
        {isStuck && <Text size="sm">{words.reEmbeddingFailedHint}</Text>}
        {!isStuck && event && <Bar completed={event.completedCount} total={event.totalCount ?? null} />}
      </Stack>
    </Alert>
  );
}

function explanation(from: string, to: string): string {
  return from === to ? words.embeddingMissingHint(to) : words.embeddingAgainHint(from, to);
}

function Bar({ completed, total }: { completed: number; total: number | null }) {
  const percent = total ? Math.min(100, Math.round((completed / total) * 100)) : 0;
  return (
    <>
      <Progress value={percent} animated aria-label={words.reEmbeddingProgress} />
      <Text size="sm">
        {total === null
          ? words.reEmbeddingPending
          : words.reEmbeddedCount(completed.toLocaleString(locale), total.toLocaleString(locale))}
      </Text>
    </>
  );
}
