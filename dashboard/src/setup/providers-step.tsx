import { Alert, Button, Fieldset, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useQuery } from 'urql';
import { ConfigurationDocument, type ConfigurationQuery } from '../../../client/generated/graphql';
import { Answer } from '../components/answer';
import { changeIn } from '../pages/configuration/model-block';
import { ModelFields } from '../pages/configuration/model-fields';
import { Refusal } from '../pages/configuration/refusal';
import { useConfigurationChange } from '../pages/configuration/use-configuration';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';
import type { StepProps } from './steps';

const asked = ['model', 'apiKey', 'baseUrl'];

/** Shows the models, with the current settings filled in. All changes are optional. */
export function ProvidersStep(props: StepProps) {
  const [result, read] = useQuery({ query: ConfigurationDocument, requestPolicy: 'network-only' });
  return (
    <StepPage
      step={props.step}
      description="One model reads conversations and writes the memories, one makes the vectors for search. Both can be changed at any time on the Configuration page."
    >
      <Alert color="teal" title="Everything works without a key">
        The built-in models need neither a key nor a network. A language model of a provider writes better memories.
      </Alert>
      <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
        {({ configuration }) => <Form {...props} configuration={configuration} />}
      </Answer>
    </StepPage>
  );
}

function Form({
  configuration: { llm, embedder, llmProviders, embedderProviders },
  onward,
  back,
}: StepProps & { configuration: ConfigurationQuery['configuration'] }) {
  const { failure, isBusy, update } = useConfigurationChange(onward);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [llmChange, embedderChange] = [changeIn(form, 'llm', llm), changeIn(form, 'embedder', embedder)];
    if (!llmChange && !embedderChange) return onward();
    void update({ ...(llmChange && { llm: llmChange }), ...(embedderChange && { embedder: embedderChange }) });
  };
  const fields = failure?.fields ?? {};
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refusal failure={failure} />
        <Fieldset legend="Language model">
          <Stack>
            <ModelFields name="llm" block={llm} providers={llmProviders} fields={fields} only={asked} />
          </Stack>
        </Fieldset>
        <Fieldset legend="Embedding model">
          <Stack>
            <ModelFields name="embedder" block={embedder} providers={embedderProviders} fields={fields} only={asked} />
          </Stack>
        </Fieldset>
        <StepButtons back={back} skip={onward}>
          <Button type="submit" loading={isBusy}>
            Save and continue
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
}
