import { Alert, Button, Chip, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { ConfigurationDocument, GenerateInstructionsDocument } from '../../../client/generated/graphql';
import { runMutation } from '../api/run-mutation';
import type { Failure } from '../api/failure';
import { Answer } from '../components/answer';
import { Refusal } from '../pages/configuration/refusal';
import { useConfigurationChange } from '../pages/configuration/use-configuration';
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
        {({ configuration: { customInstructions } }) => <Form {...props} stored={customInstructions ?? null} />}
      </Answer>
    </StepPage>
  );
}

function Form({ stored, onward, back }: StepProps & { stored: string | null }) {
  const [useCase, setUseCase] = useState('');
  const [draft, setDraft] = useState(stored);
  const { failure, isBusy, update } = useConfigurationChange(onward);
  const proposal = useProposal(setDraft);
  return (
    <Stack>
      <Refusal failure={proposal.failure} note="You can write the instructions yourself, or skip this step." />
      <Chip.Group value={useCase} onChange={(value) => setUseCase(String(value))}>
        <Group gap="xs" role="group" aria-label="Examples">
          {Object.entries(presets).map(([name, text]) => (
            <Chip key={name} value={text} size="xs">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Textarea
        name="useCase"
        label="Use case"
        value={useCase}
        onChange={(event) => setUseCase(event.currentTarget.value)}
        autosize
        minRows={2}
        maxLength={4_000}
        error={proposal.failure?.fields.useCase}
      />
      <Group>
        <Button
          variant={draft === null ? 'filled' : 'default'}
          loading={proposal.isBusy}
          disabled={useCase.trim() === ''}
          onClick={() => void proposal.ask(useCase)}
        >
          Write instructions
        </Button>
        {draft === null && (
          <Button variant="subtle" onClick={() => setDraft('')}>
            Write them myself
          </Button>
        )}
      </Group>
      {draft !== null && (
        <>
          <Refusal failure={failure} />
          {draft === stored && (
            <Alert color="gray">These instructions are active. Edit them, or generate new ones.</Alert>
          )}
          <Textarea
            name="customInstructions"
            label="Instructions"
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
            autosize
            minRows={4}
            maxRows={14}
            error={failure?.fields.customInstructions}
          />
        </>
      )}
      <StepButtons back={back} skip={onward}>
        <Button
          disabled={draft === null}
          loading={isBusy}
          onClick={() => (draft === stored ? onward() : void update({ customInstructions: draft?.trim() || null }))}
        >
          Save and continue
        </Button>
      </StepButtons>
    </Stack>
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
