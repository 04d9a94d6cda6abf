import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import type { ConfigurationSource } from '../../../../client/generated/graphql';
import { getFormText } from '../../components/form-text';
import { Section } from '../../components/section';
import { Refusal } from './refusal';
import { SourceLine } from './source-line';
import { useConfigurationChange } from './use-configuration';
import { showToast } from '../../components/toast';

interface Props {
  readonly instructions: string | null;
  readonly source: ConfigurationSource;
  readonly canEdit: boolean;
  onChanged(): void;
}

/** Shows the extraction instructions for projects without their own. */
export function InstructionsSection({ instructions, source, canEdit, onChanged }: Props) {
  const { failure, isBusy, update, reset } = useConfigurationChange(onChanged);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = getFormText(new FormData(event.currentTarget), 'customInstructions').trim();
    if (!(await update({ customInstructions: text || null })))
      showToast('Saved. It holds for everything that comes from now on.');
  };
  return (
    <Section
      title="Custom instructions"
      description="What to keep and what to leave out. Projects, and single calls, can have their own instead."
    >
      {canEdit ? (
        <form data-guard onSubmit={(event) => void submit(event)}>
          <Stack maw={720}>
            <Refusal failure={failure} />
            <Stack gap={4}>
              <Textarea
                key={instructions}
                name="customInstructions"
                label="Instructions"
                description="Left empty: none."
                defaultValue={instructions ?? ''}
                autosize
                minRows={4}
                maxRows={16}
                error={failure?.fields.customInstructions}
              />
              <SourceLine source={source} label="Instructions" reset={() => void reset('CUSTOM_INSTRUCTIONS')} />
            </Stack>
            <Group>
              <Button type="submit" loading={isBusy}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
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
