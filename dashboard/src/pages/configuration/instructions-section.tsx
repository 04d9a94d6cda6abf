import { Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { object } from 'zod/mini';
import type { ConfigurationSource } from '../../../../client/generated/graphql';
import { Form } from '../../components/form';
import { optionalText } from '../../components/rules';
import { Section } from '../../components/section';
import { Refusal } from './refusal';
import { SourceLine } from './source-line';
import { useConfigurationChange } from './use-configuration';
import { SettingsPreview } from '../../components/settings-preview';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProject } from '../../shell/project';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';
import { configurationTexts as words } from '../../texts/configuration';

interface Props {
  readonly instructions: string | null;
  readonly source: ConfigurationSource;
  readonly canEdit: boolean;
  onChanged(): void;
}

const schema = object({ customInstructions: optionalText });

/** Shows the extraction instructions for projects without their own. */
export function InstructionsSection({ instructions, canEdit, ...props }: Props) {
  return (
    <Section title={words.customInstructions} description={words.instructionsHint}>
      {canEdit ? (
        <InstructionsForm key={instructions} {...props} instructions={instructions} />
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
  const { projectId } = useProject();
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
      {projectId !== null && (
        <SettingsPreview
          projectId={projectId}
          settings={{ installationInstructions: form.values.customInstructions.trim() || null }}
          isExtractionOnly
        />
      )}
    </Form>
  );
}
