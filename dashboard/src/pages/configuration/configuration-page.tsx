import { Alert, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { object } from 'zod/mini';
import { ConfigurationDocument, type ConfigurationQuery, type ConfigurationSource } from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Form } from '../../components/form';
import { toCount } from '../../components/format';
import { LastChanges } from '../../components/last-changes';
import { PageHeader } from '../../components/page-header';
import { optionalText } from '../../components/rules';
import { Section } from '../../components/section';
import { SettingsPreview } from '../../components/settings-preview';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';
import { useLiveEvent } from '../../components/use-live-event';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { configurationTexts as words } from '../../texts/configuration';
import { fieldsOf } from './model-block';
import { ModelSection } from './model-section';
import { Refusal } from './refusal';
import { SourceLine } from './source-line';
import { useConfigurationChange } from './use-configuration';

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
        title={words.models}
        description={canEdit ? words.descriptionForAdmins : words.descriptionForMembers}
      />
      <Answer result={result} retry={again}>
        {({ configuration }) => {
          const { llm, embedder, customInstructions, reEmbedding } = configuration;
          return (
            <>
              {reEmbedding && <ReEmbedding key={reEmbedding.event?.id} reEmbedding={reEmbedding} onDone={again} />}
              <ModelSection name="llm" configuration={configuration} canEdit={canEdit} onChanged={again} />
              <ModelSection name="embedder" configuration={configuration} canEdit={canEdit} onChanged={again} />
              <InstructionsSection
                instructions={customInstructions ?? null}
                source={configuration.customInstructionsSource}
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
          );
        }}
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
  const event = useLiveEvent(known, onDone) ?? known;
  const isStuck = event?.status === 'FAILED' || event?.status === 'CANCELLED';
  const [title, hint] =
    from === to
      ? [words.embeddingMissing, words.embeddingMissingHint(to)]
      : [words.embeddingAgain, words.embeddingAgainHint(from, to)];
  return (
    <Alert
      color={isStuck ? 'red' : 'blue'}
      title={isStuck ? words.reEmbeddingFailedTitle : title}
      role="status"
      mb="md"
    >
      <Stack gap="xs">
        <p>{isStuck ? (event.error ?? words.reEmbeddingEndedEarly) : hint}</p>
        {isStuck && <p>{words.reEmbeddingFailedHint}</p>}
        {!isStuck && event && <Bar completed={event.completedCount} total={event.totalCount ?? null} />}
      </Stack>
    </Alert>
  );
}

function Bar({ completed, total }: { completed: number; total: number | null }) {
  const percent = total ? Math.min(100, Math.round((completed / total) * 100)) : 0;
  return (
    <>
      <Progress value={percent} animated aria-label={words.reEmbeddingProgress} />
      <p>{total === null ? words.reEmbeddingPending : words.reEmbeddedCount(toCount(completed), toCount(total))}</p>
    </>
  );
}

interface Props {
  readonly instructions: string | null;
  readonly source: ConfigurationSource;
  readonly canEdit: boolean;
  onChanged(): void;
}

const schema = object({ customInstructions: optionalText });

/** Shows the extraction instructions for projects without their own. */
function InstructionsSection({ instructions, canEdit, ...props }: Props) {
  return (
    <Section title={words.customInstructions} description={words.instructionsHint}>
      {canEdit ? (
        <InstructionsForm {...props} instructions={instructions} />
      ) : (
        <Text
          size="sm"
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          c={instructions ? undefined : 'dimmed'}
        >
          {instructions ?? words.none}
        </Text>
      )}
    </Section>
  );
}

function InstructionsForm({ instructions, source, onChanged }: Omit<Props, 'canEdit'>) {
  const { failure, update, reset } = useConfigurationChange(onChanged);
  const { params } = useUrlFilters();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (params.get('edit') !== 'instructions') return;
    field.current?.focus({ preventScroll: true });
    field.current?.closest('section')?.scrollIntoView();
  }, []);
  const form = useSchemaForm({
    schema,
    initialValues: { customInstructions: instructions ?? '' },
    async onSubmit(input) {
      const refused = await update(input);
      if (!refused) showToast(words.instructionsSaved);
      return refused;
    },
  });
  return (
    <Form form={form} isGuarded alert={<Refusal failure={failure} />} action={words.save}>
      <Stack gap={4}>
        <Textarea
          {...form.getInputProps('customInstructions')}
          label={words.instructions}
          description={words.leftEmptyNone}
          ref={field}
          autosize
          minRows={4}
          maxRows={16}
        />
        <SourceLine source={source} label={words.instructions} reset={() => void reset('CUSTOM_INSTRUCTIONS')} />
      </Stack>
      <SettingsPreview
        settings={{ installationInstructions: form.values.customInstructions.trim() || null }}
        isExtractionOnly
      />
    </Form>
  );
}
