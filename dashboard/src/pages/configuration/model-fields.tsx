import { NumberInput, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Select } from '../../components/select';
import type { SchemaForm } from '../../components/use-schema-form';
import {
  fieldsOf,
  providerNames,
  settingOf,
  toModelValues,
  type BlockName,
  type Field,
  type ModelBlock,
  type ModelValues,
  type Setting,
} from './model-block';
import { SourceLine } from './source-line';
import { configurationTexts as words } from '../../texts/configuration';

interface Props {
  readonly form: SchemaForm<Partial<Record<BlockName, ModelValues>>>;
  readonly name: BlockName;
  readonly block: ModelBlock;
  readonly providers: readonly string[];
  /** Shows only these settings. Default: all. */
  readonly only?: readonly string[];
  /** Resets one setting to the environment. Without it, sources are not shown. */
  reset?(setting: string): void;
}

/** Shows the fields of a model, named like `llm.model`. Another provider empties them. */
export function ModelFields({ form, name, block, providers, only, reset }: Props) {
  const provider = String(form.values[name]?.['provider'] ?? block.provider);
  const isSame = provider === block.provider;
  const choices = [...new Set([...providers, block.provider])].map((value) => ({
    value,
    label: providerNames[value] ?? value,
  }));
  const source = settingOf(block, 'provider')?.source;
  const choose = (chosen: string) => {
    const empty = Object.fromEntries(fieldsOf[name].map((field) => [field.name, '']));
    const values = chosen === block.provider ? toModelValues(name, block) : { ...empty, provider: chosen };
    form.setFieldValue(name, values);
  };
  return (
    <>
      <Stack gap={4}>
        <Select
          {...form.getInputProps(`${name}.provider`)}
          label={words.provider}
          choices={choices}
          onChange={choose}
        />
        {isSame ? (
          source && reset && <SourceLine source={source} label={words.provider} />
        ) : (
          <Note>{words.providerChangeHint}</Note>
        )}
      </Stack>
      {provider === 'local' || provider === 'none' ? (
        <Note>{provider === 'none' ? words.wordsOnlyNote : words.localNotes[name]}</Note>
      ) : (
        fieldsOf[name]
          .filter((field) => !only || only.includes(field.name))
          .map((field) => (
            <SettingField
              key={`${provider} ${field.name}`}
              input={form.getInputProps(`${name}.${field.name}`)}
              name={name}
              field={field}
              setting={isSame ? settingOf(block, field.name) : undefined}
              reset={reset}
            />
          ))
      )}
    </>
  );
}

const Note = ({ children }: { children: string }) => <p className="t3">{children}</p>;

interface FieldProps {
  readonly input: GetInputPropsReturnType;
  readonly name: BlockName;
  readonly field: Field;
  readonly setting: Setting | undefined;
  readonly reset: Props['reset'];
}

function SettingField({ input, name, field, setting, reset }: FieldProps) {
  const { label, hint: description, placeholder } = field;
  const props = { ...input, label, description, placeholder, autoComplete: 'off' };
  return (
    <Stack gap={4}>
      {field.kind === 'text' && <TextInput {...props} />}
      {field.kind === 'secret' && (
        <PasswordInput {...props} description={secretHint(name, setting)} autoComplete="new-password" />
      )}
      {/* The schema rejects values that are out of range, with the reason. */}
      {(field.kind === 'number' || field.kind === 'integer') && (
        <NumberInput {...props} clampBehavior="none" hideControls allowDecimal={field.kind === 'number'} />
      )}
      {setting && reset && <SourceLine source={setting.source} label={label} reset={() => reset(field.name)} />}
    </Stack>
  );
}

function secretHint(name: BlockName, setting: Setting | undefined): string {
  if (setting?.isSet) return 'A key is set. It is never shown; leave this empty to keep it.';
  const other =
    name === 'embedder'
      ? 'the key of the language model, if the provider is the same, or that of the environment'
      : 'the key of the environment, if there is one';
  return `Left empty: ${other}. It is encrypted and never shown.`;
}
