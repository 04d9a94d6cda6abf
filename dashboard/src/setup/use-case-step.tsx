import { Alert, Button, Chip, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { maxLength, object, string } from 'zod/mini';
import { ConfigurationDocument, GenerateInstructionsDocument } from '../../../client/generated/graphql';
import { runMutation } from '../api/run-mutation';
import type { Failure } from '../api/failure';
import { Answer } from '../components/answer';
import { Form } from '../components/form';
import { optionalText } from '../components/rules';
import { useSchemaForm } from '../components/use-schema-form';
import { Refusal } from '../pages/configuration/refusal';
import { useConfigurationChange } from '../pages/configuration/use-configuration';
import { texts } from '../texts';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';
import type { StepProps } from './steps';

const presets: Readonly<Record<string, string>> = {
  'Personal assistant': 'A personal assistant that remembers what its user likes, plans and has to do.',
  'Coding agent': 'A coding agent that remembers conventions, decisions and the tools of a code base.',
  'Customer support': 'Customer support that remembers products, problems and solutions of each customer.',
  Research: 'A research assistant that remembers topics, sources, findings and open questions.',
  Journaling: 'A journal that remembers moods, goals, people and events that matter to its writer.',
};

/** Suggests extraction instructions for a use case, to edit and save. */
export function UseCaseStep(props: StepProps) {
  const [result, read] = useQuery({ query: ConfigurationDocument, requestPolicy: 'network-only' });
  return (
    <StepPage
      step={props.step}
      description="Describe it in a few words to generate extraction instructions. You can edit them."
    >
      <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
        {({ configuration: { customInstructions } }) => <UseCaseForm {...props} stored={customInstructions ?? null} />}
      </Answer>
    </StepPage>
  );
}

const longest = 4_000;
const schema = object({
  useCase: string().check(maxLength(longest, texts.form.atMost(longest))),
  customInstructions: optionalText,
});

function UseCaseForm({ stored, onward, back }: StepProps & { stored: string | null }) {
  const [hasDraft, setDraft] = useState(stored !== null);
  const { failure, update } = useConfigurationChange(onward);
  const form = useSchemaForm({
    schema,
    initialValues: { useCase: '', customInstructions: stored ?? '' },
    async onSubmit({ customInstructions }) {
      if (customInstructions !== stored) return update({ customInstructions });
      onward();
      return null;
    },
  });
  const proposal = useProposal((instructions) => {
    form.setFieldValue('customInstructions', instructions);
    setDraft(true);
  });
  const { useCase, customInstructions } = form.values;
  const refusal = (
    <>
      <Refusal failure={proposal.failure} note="You can write the instructions yourself, or skip this step." />
      <Refusal failure={failure} />
    </>
  );
  return (
    <Form form={form} alert={refusal}>
      <Chip.Group value={useCase} onChange={(value) => form.setFieldValue('useCase', String(value))}>
        <Group gap="xs" role="group" aria-label="Examples">
          {Object.entries(presets).map(([name, text]) => (
            <Chip key={name} value={text} size="xs">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Textarea
        {...form.getInputProps('useCase')}
        label="Use case"
        autosize
        minRows={2}
        error={form.errors['useCase'] ?? proposal.failure?.fields.useCase}
      />
      <Group>
        <Button
          variant={hasDraft ? 'default' : 'filled'}
          loading={proposal.isBusy}
          disabled={useCase.trim() === ''}
          onClick={() => void proposal.ask(useCase)}
        >
          Write instructions
        </Button>
        {!hasDraft && (
          <Button variant="subtle" onClick={() => setDraft(true)}>
            Write them myself
          </Button>
        )}
      </Group>
      {hasDraft && (
        <>
          {customInstructions === stored && (
            <Alert color="gray">These instructions are active. Edit them, or generate new ones.</Alert>
          )}
          <Textarea
            {...form.getInputProps('customInstructions')}
            label="Instructions"
            autosize
            minRows={4}
            maxRows={14}
          />
        </>
      )}
      <StepButtons back={back} skip={onward}>
        <Button type="submit" disabled={!hasDraft} loading={form.submitting}>
          Save and continue
        </Button>
      </StepButtons>
    </Form>
  );
}

function useProposal(onProposed: (instructions: string) => void) {
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async (useCase: string) => {
    setBusy(true);
    const { failure: refused, payload } = await runMutation(client, GenerateInstructionsDocument, {
      input: { useCase },
    });
    setBusy(false);
    setFailure(refused);
    if (payload) onProposed(payload.customInstructions);
  };
  return { failure, isBusy, ask };
}
