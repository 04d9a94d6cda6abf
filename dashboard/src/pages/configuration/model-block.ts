import type { ConfigurationQuery } from '../../api/graphql';
import { remoteProviderLabels } from '../../../../client/generated/lists';
import { configurationTexts as pageWords } from '../../texts/configuration';

type Configuration = ConfigurationQuery['configuration'];
export type ModelBlock = Configuration['llm'];
export type Setting = ModelBlock['settings'][number];

export type BlockName = 'llm' | 'embedder';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'secret' | 'number' | 'integer';
  readonly hint: string;
  readonly placeholder: string;
  /** Smallest and largest value of a number. */
  readonly range?: readonly [from: number, to: number];
}

const shared: readonly Field[] = [
  {
    name: 'model',
    label: pageWords.model,
    kind: 'text',
    hint: pageWords.modelHint,
    placeholder: pageWords.providerDefault,
  },
  { name: 'apiKey', label: pageWords.apiKey, kind: 'secret', hint: '', placeholder: '' },
  {
    name: 'baseUrl',
    label: pageWords.baseUrl,
    kind: 'text',
    hint: pageWords.baseUrlHint,
    placeholder: pageWords.providerServer,
  },
];

/** Settings of each model, in the order of the form. The provider has its own field. */
export const fieldsOf: Readonly<Record<BlockName, readonly Field[]>> = {
  llm: [
    ...shared,
    {
      name: 'temperature',
      label: pageWords.temperature,
      kind: 'number',
      hint: pageWords.temperatureHint,
      placeholder: pageWords.modelDefault,
      range: [0, 2],
    },
    {
      name: 'maxTokens',
      label: pageWords.maxTokens,
      kind: 'integer',
      hint: '',
      placeholder: pageWords.modelDefault,
    },
    {
      name: 'topP',
      label: pageWords.topP,
      kind: 'number',
      hint: pageWords.topPHint,
      placeholder: pageWords.modelDefault,
      range: [0, 1],
    },
  ],
  embedder: [
    ...shared,
    {
      name: 'dimensions',
      label: pageWords.dimensions,
      kind: 'integer',
      hint: pageWords.dimensionsHint,
      placeholder: pageWords.dimensionsOfTheModel,
      range: [1, 4000],
    },
  ],
};

export const providerNames: Readonly<Record<string, string>> = {
  ...remoteProviderLabels,
  local: pageWords.localProvider,
  none: pageWords.noProvider,
};

const others: Readonly<Record<string, string>> = {
  provider: pageWords.provider,
  customInstructions: pageWords.instructions,
  useCase: pageWords.useCase,
};

/** Returns the label of a setting such as `llm.apiKey`. */
export function getLabel(path: string): string {
  const [block, name = path] = path.split('.');
  const fields = block === 'llm' || block === 'embedder' ? fieldsOf[block] : [];
  return fields.find((field) => field.name === name)?.label ?? others[name] ?? name;
}

export const settingOf = ({ settings }: ModelBlock, name: string): Setting | undefined =>
  settings.find((setting) => setting.name === name);

/** Returns the value of a setting for a form: empty for unset values and secrets. */
function shownValue(block: ModelBlock, name: string): string {
  const value: unknown = settingOf(block, name)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Values of a model's fields. Every setting has a text; number fields also give numbers. */
export type ModelValues = Record<string, string | number>;

/** Returns the first values of a model's fields: the stored ones, without secrets. */
export const toModelValues = (name: BlockName, block: ModelBlock): ModelValues => ({
  provider: block.provider,
  ...Object.fromEntries(fieldsOf[name].map((field) => [field.name, shownValue(block, field.name)])),
});

/**
 * Returns the changes of a model, or null without changes. An emptied field restores the environment's value; an empty
 * secret stays unchanged. A new provider clears all settings.
 */
export function toModelChange(
  values: ModelValues,
  name: BlockName,
  block: ModelBlock,
): Record<string, string | number | null> | null {
  const provider = String(values['provider'] ?? block.provider);
  const isSame = provider === block.provider;
  const change: Record<string, string | number | null> = isSame ? {} : { provider };
  for (const field of fieldsOf[name]) {
    const given = String(values[field.name] ?? '').trim();
    if (given === (isSame ? shownValue(block, field.name) : '')) continue;
    change[field.name] = given === '' ? null : toSetting(field, given);
  }
  return Object.keys(change).length === 0 ? null : change;
}

const toSetting = ({ kind }: Field, given: string): string | number =>
  kind === 'number' || kind === 'integer' ? Number(given) : given;
