import { NumberInput, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../api/failure';
import {
  fieldsOf,
  providerNames,
  settingOf,
  shownValue,
  type BlockName,
  type Field,
  type ModelBlock,
  type Setting,
} from './model-block';
import { SourceLine } from './source-line';

interface Props {
  readonly name: BlockName;
  readonly block: ModelBlock;
  readonly providers: readonly string[];
  readonly fields: Failure['fields'];
  /** Shows only these settings. Default: all. */
  readonly only?: readonly string[];
  /** Resets one setting to the environment. Without it, sources are not shown. */
  reset?(setting: string): void;
}

/** Shows the fields of a model, named like `llm.model`. Another provider empties them. */
export function ModelFields({ name, block, providers, fields, only, reset }: Props) {
  const [provider, setProvider] = useState(block.provider);
  const isSame = provider === block.provider;
  const choices = [...new Set([...providers, block.provider])].map((value) => ({
    value,
    label: providerNames[value] ?? value,
  }));
  const source = settingOf(block, 'provider')?.source;
  return (
    <>
      <Stack gap={4}>
        <Select
          name={`${name}.provider`}
          label="Provider"
          data={choices}
          value={provider}
          onChange={(value) => setProvider(value ?? block.provider)}
          allowDeselect={false}
          error={fields[`${name}.provider`]}
        />
        {isSame ? (
          source && reset && <SourceLine source={source} label="Provider" />
        ) : (
          <Note>Changing the provider clears its model and key.</Note>
        )}
      </Stack>
      {provider === 'local' || provider === 'none' ? (
        <Note>{localNotes[name]}</Note>
      ) : (
        fieldsOf[name]
          .filter((field) => !only || only.includes(field.name))
          .map((field) => (
            <SettingField
              key={`${provider} ${field.name}`}
              name={name}
              field={field}
              isSame={isSame}
              block={block}
              reset={reset}
              error={fields[`${name}.${field.name}`]}
            />
          ))
      )}
    </>
  );
}

const localNotes: Readonly<Record<BlockName, string>> = {
  llm: 'It keeps the sentences of a conversation that tell something. It works without a key and without a network; a language model puts them better.',
  embedder: 'It runs inside the server, without a key and without a network.',
};

const Note = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

interface FieldProps {
  readonly name: BlockName;
  readonly field: Field;
  readonly block: ModelBlock;
  readonly isSame: boolean;
  readonly error: string | undefined;
  readonly reset: Props['reset'];
}

function SettingField({ name, field, block, isSame, error, reset }: FieldProps) {
  const setting = isSame ? settingOf(block, field.name) : undefined;
  const value = isSame ? shownValue(block, field.name) : '';
  const props = {
    name: `${name}.${field.name}`,
    label: field.label,
    description: field.hint,
    placeholder: field.placeholder,
    defaultValue: value,
    error,
    autoComplete: 'off',
  };
  return (
    <Stack gap={4}>
      <Input kind={field.kind} props={props} secretHint={secretHint(name, setting)} />
      {setting && reset && <SourceLine source={setting.source} label={field.label} reset={() => reset(field.name)} />}
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

type InputProps = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly defaultValue: string;
  readonly error: string | undefined;
  readonly autoComplete: string;
};

function Input({ kind, props, secretHint: hint }: { kind: Field['kind']; props: InputProps; secretHint: string }) {
  switch (kind) {
    case 'secret':
      return <PasswordInput {...props} description={hint} autoComplete="new-password" />;
    case 'text':
      return <TextInput {...props} />;
    case 'number':
    case 'integer':
      // The server rejects values that are out of range, with the reason.
      return <NumberInput {...props} clampBehavior="none" hideControls allowDecimal={kind === 'number'} />;
  }
}
