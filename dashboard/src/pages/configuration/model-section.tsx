import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { object } from 'zod/mini';
import type { ConfigurationQuery } from '../../api/graphql';
import { Confirm } from '../../components/confirm';
import { Form } from '../../components/form';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Section } from '../../components/section';
import { SettingsPreview } from '../../components/settings-preview';
import type { Column } from '../../components/table-model';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';
import { configurationTexts as words } from '../../texts/configuration';
import { EmbeddingPreview } from './embedding-preview';
import {
  fieldsOf,
  providerNames,
  toModelChange,
  toModelValues,
  type BlockName,
  type ModelBlock,
  type ModelValues,
  type Setting,
} from './model-block';
import { ModelFields } from './model-fields';
import { modelSchemas } from './model-rules';
import { Refusal } from './refusal';
import { SourceBadge } from './source-line';
import { useConfigurationChange } from './use-configuration';

interface Props {
  readonly name: BlockName;
  readonly configuration: ConfigurationQuery['configuration'];
  readonly canEdit: boolean;
  onChanged(): void;
}

const texts = {
  llm: { title: words.languageModel, description: words.languageModelHint },
  embedder: { title: words.embeddingModel, description: words.embeddingModelHint },
};

/** Shows a model's settings with their sources and, for admins, a form. */
export function ModelSection(props: Props) {
  const { name, configuration, canEdit, onChanged } = props;
  const { [name]: block } = configuration;
  const { title, description } = texts[name];
  const change = useConfigurationChange(onChanged);
  const [isAsking, setAsking] = useState(false);
  const resetAll = async () => (await change.reset(name === 'llm' ? 'LLM' : 'EMBEDDER'))?.message ?? null;
  return (
    <Section title={title} description={description}>
      {canEdit ? (
        // Starts again with the stored values after a change. The question outside stays open.
        <ModelForm key={JSON.stringify(block)} {...props} change={change} onReset={() => setAsking(true)} />
      ) : (
        <SettingTable name={name} block={block} />
      )}
      <Confirm
        opened={isAsking}
        title={words.resetBlockTitle(title)}
        action={words.reset}
        onConfirm={resetAll}
        onClose={() => setAsking(false)}
      >
        {words.resetBlockWarning}
      </Confirm>
    </Section>
  );
}

const schemas = { llm: object({ llm: modelSchemas.llm }), embedder: object({ embedder: modelSchemas.embedder }) };

interface FormProps extends Props {
  readonly change: ReturnType<typeof useConfigurationChange>;
  onReset(): void;
}

function ModelForm({ name, configuration, change, onReset }: FormProps) {
  const { [name]: block } = configuration;
  const { failure, isBusy, update } = change;
  const store = async (settings: object) => {
    const refused = await update({ [name]: settings });
    if (!refused) showToast(words.savedAndApplied);
    return refused;
  };
  const form = useSchemaForm<Partial<Record<BlockName, ModelValues>>, Partial<Record<BlockName, ModelValues>>>({
    schema: schemas[name],
    initialValues: { [name]: toModelValues(name, block) },
    async onSubmit(values) {
      const settings = toModelChange(values[name] ?? {}, name, block);
      if (settings) return store(settings);
      showToast(words.nothingHasChanged);
      return null;
    },
  });
  const isStored = block.settings.some(({ source }) => source === 'STORED');
  return (
    <Form form={form} label={texts[name].title} isGuarded alert={<Refusal failure={failure} />}>
      <ModelFields
        form={form}
        name={name}
        block={block}
        providers={configuration[`${name}Providers`]}
        reset={(setting) => void store({ [setting]: null })}
      />
      {name === 'llm' && (
        <SettingsPreview
          settings={{ llm: toModelChange(form.values.llm ?? {}, name, block) ?? {} }}
          isExtractionOnly
          disabled={!form.isValid()}
        />
      )}
      {name === 'embedder' &&
        (form.values.embedder?.['provider'] === 'none' ? (
          <p className="meta t2">{words.noEmbeddingPreview}</p>
        ) : (
          <EmbeddingPreview
            settings={toModelChange(form.values.embedder ?? {}, name, block) ?? {}}
            disabled={!form.isValid()}
          />
        ))}
      <Group>
        <Button type="submit" loading={isBusy}>
          {words.testAndSave}
        </Button>
        {isStored && (
          <Button variant="default" disabled={isBusy} onClick={onReset}>
            {words.resetAll}
          </Button>
        )}
      </Group>
    </Form>
  );
}

/** Shows the settings of a model, read-only. */
function SettingTable({ name, block }: { name: BlockName; block: ModelBlock }) {
  const labels = new Map([
    ['provider', words.provider],
    ...fieldsOf[name].map((field) => [field.name, field.label] as const),
  ]);
  const columns: readonly Column<Setting>[] = [
    { key: 'setting', label: words.setting, cell: ({ name }) => labels.get(name) ?? name },
    { key: 'value', label: words.value, style: breakAnywhere, cell: shown },
    { key: 'source', label: words.source, cell: ({ source }) => <SourceBadge source={source} /> },
  ];
  return (
    <ListTable
      label={texts[name].title}
      minWidth={320}
      columns={columns}
      rows={block.settings}
      keyOf={(row) => row.name}
    />
  );
}

function shown({ name, isSecret, isSet, value }: Setting) {
  if (!isSet) return <span className="t3">{words.notSet}</span>;
  if (isSecret) return <span className="t3">{words.setNeverShown}</span>;
  const text = String(value);
  return name === 'provider' ? (providerNames[text] ?? text) : text;
}
