import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { object } from 'zod/mini';
import { Confirm } from '../../components/confirm';
import { Form } from '../../components/form';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';
import { toModelChange, toModelValues, type BlockName, type ModelBlock, type ModelValues } from './model-block';
import { ModelFields } from './model-fields';
import { modelSchemas } from './model-rules';
import { Refusal } from './refusal';
import { SettingTable } from './setting-table';
import { useConfigurationChange } from './use-configuration';

interface Props {
  readonly name: BlockName;
  readonly title: string;
  readonly description: string;
  readonly block: ModelBlock;
  readonly providers: readonly string[];
  readonly canEdit: boolean;
  onChanged(): void;
}

/** Shows a model's settings with their sources and, for admins, a form. */
export function ModelSection(props: Props) {
  const { name, title, description, block, canEdit } = props;
  return (
    <Section title={title} description={description}>
      {canEdit ? <ModelForm key={JSON.stringify(block)} {...props} /> : <SettingTable name={name} block={block} />}
    </Section>
  );
}

const schemas = { llm: object({ llm: modelSchemas.llm }), embedder: object({ embedder: modelSchemas.embedder }) };

function ModelForm({ name, title, block, providers, onChanged }: Props) {
  const { failure, isBusy, update, reset } = useConfigurationChange(onChanged);
  const [isAsking, setAsking] = useState(false);
  const store = async (change: object) => {
    const refused = await update({ [name]: change });
    if (!refused) showToast('Saved and applied');
    return refused;
  };
  const form = useSchemaForm<Partial<Record<BlockName, ModelValues>>, Partial<Record<BlockName, ModelValues>>>({
    schema: schemas[name],
    initialValues: { [name]: toModelValues(name, block) },
    async onSubmit(values) {
      const change = toModelChange(values[name] ?? {}, name, block);
      if (change) return store(change);
      showToast('Nothing has changed.');
      return null;
    },
  });
  const resetAll = async () => (await reset(name === 'llm' ? 'LLM' : 'EMBEDDER'))?.message ?? null;
  const isStored = block.settings.some(({ source }) => source === 'STORED');
  return (
    <>
      <Form form={form} label={title} isGuarded maxWidth={560} alert={<Refusal failure={failure} />}>
        <ModelFields
          form={form}
          name={name}
          block={block}
          providers={providers}
          reset={(setting) => void store({ [setting]: null })}
        />
        <Group>
          <Button type="submit" loading={isBusy}>
            Test and save
          </Button>
          {isStored && (
            <Button variant="default" disabled={isBusy} onClick={() => setAsking(true)}>
              Reset all
            </Button>
          )}
        </Group>
      </Form>
      <Confirm
        opened={isAsking}
        title={`${title}: back to the environment?`}
        action="Reset"
        onConfirm={resetAll}
        onClose={() => setAsking(false)}
      >
        Everything that was stored here for it is forgotten, its key too. What the environment says holds again.
      </Confirm>
    </>
  );
}
