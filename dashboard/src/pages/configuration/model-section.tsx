import { Button, Group, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Confirm } from '../../components/confirm';
import { Section } from '../../components/section';
import { changeIn, type BlockName, type ModelBlock } from './model-block';
import { ModelFields } from './model-fields';
import { Refusal } from './refusal';
import { SettingTable } from './setting-table';
import { useConfigurationChange } from './use-configuration';
import { showToast } from '../../components/toast';

interface Props {
  readonly name: BlockName;
  readonly title: string;
  readonly description: string;
  readonly block: ModelBlock;
  readonly providers: readonly string[];
  readonly canEdit: boolean;
  onChanged(): void;
}

const saved = () => showToast('Saved and applied');

/** Shows a model's settings with their sources and, for admins, a form. */
export function ModelSection({ name, title, description, block, providers, canEdit, onChanged }: Props) {
  const { failure, isBusy, update, reset } = useConfigurationChange(onChanged);
  const [isAsking, setAsking] = useState(false);
  const store = async (change: object) => {
    if (!(await update({ [name]: change }))) saved();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const change = changeIn(new FormData(event.currentTarget), name, block);
    if (change) void store(change);
    else showToast('Nothing has changed.');
  };
  const resetAll = async () => (await reset(name === 'llm' ? 'LLM' : 'EMBEDDER'))?.message ?? null;
  if (!canEdit) {
    return (
      <Section title={title} description={description}>
        <SettingTable name={name} block={block} />
      </Section>
    );
  }
  const isStored = block.settings.some(({ source }) => source === 'STORED');
  return (
    <Section title={title} description={description}>
      <form data-guard onSubmit={submit} aria-label={title}>
        <Stack maw={560}>
          <Refusal failure={failure} />
          <ModelFields
            key={JSON.stringify(block)}
            name={name}
            block={block}
            providers={providers}
            fields={failure?.fields ?? {}}
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
        </Stack>
      </form>
      <Confirm
        opened={isAsking}
        title={`${title}: back to the environment?`}
        action="Reset"
        onConfirm={resetAll}
        onClose={() => setAsking(false)}
      >
        Everything that was stored here for it is forgotten, its key too. What the environment says holds again.
      </Confirm>
    </Section>
  );
}
