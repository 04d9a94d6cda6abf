import { Alert, Button, Chip, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { maxLength, object, string } from 'zod/mini';
import { ConfigurationDocument, GenerateInstructionsDocument } from '../api/graphql';
import { useFreshQuery } from '../api/use-fresh-query';
import { useMutate } from '../api/run-mutation';
import type { Failure } from '../api/failure';
import { Answer } from '../components/answer';
import { Form } from '../components/form';
import { optionalText } from '../components/rules';
import { useSchemaForm } from '../components/use-schema-form';
import { Refusal } from '../pages/configuration/refusal';
import { useConfigurationChange } from '../pages/configuration/use-configuration';
import { formTexts } from '../texts/form';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';
import type { StepProps } from './steps';
import { setupTexts as pageWords } from '../texts/setup';

const presets: Readonly<Record<string, string>> = pageWords.presets;

/** Suggests extraction instructions for a use case, to edit and save. */
export function UseCaseStep(props: StepProps) {
  const [result, read] = useFreshQuery(ConfigurationDocument, {});
  return (
    <StepPage step={props.step} description={pageWords.useCaseHint}>
      <Answer result={result} retry={read}>
        {({ configuration: { customInstructions } }) => <UseCaseForm {...props} stored={customInstructions ?? null} />}
      </Answer>
    </StepPage>
  );
}

const longest = 4_000;
const schema = object({
  useCase: string().check(maxLength(longest, formTexts.atMost(longest))),
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
      <Refusal failure={proposal.failure} note={pageWords.skipHint} />
      <Refusal failure={failure} />
    </>
  );
  return (
    <Form form={form} alert={refusal}>
      <Chip.Group value={useCase} onChange={(value) => form.setFieldValue('useCase', String(value))}>
        <Group gap="xs" role="group" aria-label={pageWords.examples}>
          {Object.entries(presets).map(([name, text]) => (
            <Chip key={name} value={text} size="xs">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Textarea
        {...form.getInputProps('useCase')}
        label={pageWords.useCase}
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
          {pageWords.writeInstructions}
        </Button>
        {!hasDraft && (
          <Button variant="subtle" onClick={() => setDraft(true)}>
            {pageWords.writeThemMyself}
          </Button>
        )}
      </Group>
      {hasDraft && (
        <>
          {customInstructions === stored && <Alert color="gray">{pageWords.instructionsActive}</Alert>}
          <Textarea
            {...form.getInputProps('customInstructions')}
            label={pageWords.instructions}
            autosize
            minRows={4}
            maxRows={14}
          />
        </>
      )}
      <StepButtons back={back} skip={onward}>
        <Button type="submit" disabled={!hasDraft} loading={form.submitting}>
          {pageWords.saveAndContinue}
        </Button>
      </StepButtons>
    </Form>
  );
}

function useProposal(onProposed: (instructions: string) => void) {
  const mutate = useMutate();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async (useCase: string) => {
    setBusy(true);
    const { failure: refused, payload } = await mutate(GenerateInstructionsDocument, { useCase });
    setBusy(false);
    setFailure(refused);
    if (payload) onProposed(payload.customInstructions);
  };
  return { failure, isBusy, ask };
}
