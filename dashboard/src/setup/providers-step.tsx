import { Alert, Button, Fieldset, Stack } from '@mantine/core';
import { object } from 'zod/mini';
import { ConfigurationDocument, type ConfigurationQuery } from '../api/graphql';
import { useFreshQuery } from '../api/use-fresh-query';
import { Answer } from '../components/answer';
import { Form } from '../components/form';
import { useSchemaForm } from '../components/use-schema-form';
import { toModelChange, toModelValues } from '../pages/configuration/model-block';
import { ModelFields } from '../pages/configuration/model-fields';
import { modelSchemas } from '../pages/configuration/model-rules';
import { Refusal } from '../pages/configuration/refusal';
import { useConfigurationChange } from '../pages/configuration/use-configuration';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';
import type { StepProps } from './steps';
import { setupTexts as words } from '../texts/setup';

const asked = ['model', 'apiKey', 'baseUrl'];

/** Shows the models, with the current settings filled in. All changes are optional. */
export function ProvidersStep(props: StepProps) {
  const [result, read] = useFreshQuery(ConfigurationDocument, {});
  return (
    <StepPage step={props.step} description={words.modelsHint}>
      <Alert color="teal" title={words.noKeyTitle}>
        {words.noKeyHint}
      </Alert>
      <Answer result={result} retry={read}>
        {({ configuration }) => <ProvidersForm {...props} configuration={configuration} />}
      </Answer>
    </StepPage>
  );
}

const schema = object(modelSchemas);

function ProvidersForm({
  configuration: { llm, embedder, llmProviders, embedderProviders },
  onward,
  back,
}: StepProps & { configuration: ConfigurationQuery['configuration'] }) {
  const { failure, update } = useConfigurationChange(onward);
  const form = useSchemaForm({
    schema,
    initialValues: { llm: toModelValues('llm', llm), embedder: toModelValues('embedder', embedder) },
    async onSubmit(values) {
      const changes = [toModelChange(values.llm, 'llm', llm), toModelChange(values.embedder, 'embedder', embedder)];
      const [llmChange, embedderChange] = changes;
      if (llmChange || embedderChange)
        return update({ ...(llmChange && { llm: llmChange }), ...(embedderChange && { embedder: embedderChange }) });
      onward();
      return null;
    },
  });
  return (
    <Form form={form} alert={<Refusal failure={failure} />}>
      <Fieldset legend={words.languageModel}>
        <Stack>
          <ModelFields form={form} name="llm" block={llm} providers={llmProviders} only={asked} />
        </Stack>
      </Fieldset>
      <Fieldset legend={words.embeddingModel}>
        <Stack>
          <ModelFields form={form} name="embedder" block={embedder} providers={embedderProviders} only={asked} />
        </Stack>
      </Fieldset>
      <StepButtons back={back} skip={onward}>
        <Button type="submit" loading={form.submitting}>
          {words.saveAndContinue}
        </Button>
      </StepButtons>
    </Form>
  );
}
