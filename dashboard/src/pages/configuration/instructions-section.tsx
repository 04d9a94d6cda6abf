import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { object } from 'zod/mini';
import type { ConfigurationSource } from '../../../../client/generated/graphql';
import { Form } from '../../components/form';
import { optionalText } from '../../components/rules';
import { Section } from '../../components/section';
import { Refusal } from './refusal';
import { SourceLine } from './source-line';
import { useConfigurationChange } from './use-configuration';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';

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
    <Section
      title="Custom instructions"
      description="What to keep and what to leave out. Projects, and single calls, can have their own instead."
    >
      {canEdit ? (
        <InstructionsForm key={instructions} {...props} instructions={instructions} />
      ) : (
        <Text
          size="sm"
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          c={instructions ? undefined : 'dimmed'}
        >
          {instructions ?? 'None.'}
        </Text>
      )}
    </Section>
  );
}

function InstructionsForm({ instructions, source, onChanged }: Omit<Props, 'canEdit'>) {
  const { failure, update, reset } = useConfigurationChange(onChanged);
  const form = useSchemaForm({
    schema,
    initialValues: { customInstructions: instructions ?? '' },
    async onSubmit(input) {
      const refused = await update(input);
      if (!refused) showToast('Instructions saved. They apply to new memories.');
      return refused;
    },
  });
  return (
    <Form form={form} isGuarded maxWidth={720} alert={<Refusal failure={failure} />}>
      <Stack gap={4}>
        <Textarea
          {...form.getInputProps('customInstructions')}
          label="Instructions"
          description="Left empty: none."
          autosize
          minRows={4}
          maxRows={16}
        />
        <SourceLine source={source} label="Instructions" reset={() => void reset('CUSTOM_INSTRUCTIONS')} />
      </Stack>
      <Group>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
      </Group>
    </Form>
  );
}
