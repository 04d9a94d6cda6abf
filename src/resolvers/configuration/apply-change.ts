import {
  dimensionsMax,
  embedderProviders,
  llmProviders,
  type EmbedderSettings,
  type LlmSettings,
} from '@memory-gateway/models';
import { collectFieldErrors, findTextError, type FieldErrorCollector } from '../../validate.js';
import { toPlainSettings, type LayeredConfiguration } from './layer-settings.js';
import type { StoredConfiguration, StoredEmbedder, StoredLlm } from './stored-configuration.js';

/** Placeholder shown for a secret. Sending it back keeps the stored secret. */
export const redacted = '[redacted]';

/** A provider may be any text here: an unknown one is an error on `provider`. */
type Change<Settings> = {
  readonly [Name in keyof Settings]?: (Name extends 'provider' ? string : Settings[Name]) | null | undefined;
};

/** Changes of a language model. Null restores the environment's value. A new provider clears all other fields. */
export type LlmChange = Change<LlmSettings>;

/** Changes of an embedding model, like {@link LlmChange}. */
export type EmbedderChange = Change<EmbedderSettings>;

/** Configuration changes. Null resets a whole block to the environment. */
export interface ConfigurationChange {
  readonly llm?: LlmChange | null | undefined;
  readonly embedder?: EmbedderChange | null | undefined;
  readonly customInstructions?: string | null | undefined;
}

const instructionsMax = 20_000;

/** Applies a change to the stored configuration. @throws ValidationError by field, such as `llm.apiKey` */
export function changed(
  stored: StoredConfiguration,
  before: LayeredConfiguration,
  change: ConfigurationChange,
): StoredConfiguration {
  const found = collectFieldErrors();
  const llm = changedBlock<LlmSettings, StoredLlm>('llm', found, {
    stored: stored.llm,
    inForce: toPlainSettings(before.llm),
    change: change.llm,
    providers: llmProviders,
  });
  const embedder = changedBlock<EmbedderSettings, StoredEmbedder>('embedder', found, {
    stored: stored.embedder,
    inForce: toPlainSettings(before.embedder),
    change: change.embedder,
    providers: embedderProviders,
  });
  const customInstructions = instructionsOf(stored, change.customInstructions, found);
  found.throwIfAny();
  return {
    ...(llm && { llm }),
    ...(embedder && { embedder }),
    ...(customInstructions !== undefined && { customInstructions }),
  };
}

interface Block<Settings, Stored> {
  readonly stored: Stored | undefined;
  readonly inForce: Settings;
  readonly change:
    | (Readonly<Record<string, unknown>> & { readonly provider?: string | null | undefined })
    | LlmChange
    | EmbedderChange
    | null
    | undefined;
  readonly providers: readonly string[];
}

type AnySettings = { readonly provider: string; readonly apiKey: string | null; readonly baseUrl: string | null };

function changedBlock<Settings extends AnySettings, Stored extends object>(
  name: string,
  found: FieldErrorCollector,
  block: Block<Settings, Stored>,
): Stored | undefined {
  const { stored, inForce, change, providers } = block;
  if (change === undefined) return stored;
  if (change === null) return undefined;
  const provider = change.provider ?? inForce.provider;
  const isSame = provider === inForce.provider;
  if (!isSame && !providers.includes(provider)) {
    found.add(`${name}.provider`, `${JSON.stringify(provider)} is not bundled. Bundled are ${providers.join(', ')}.`);
    return stored;
  }
  const next: Record<string, unknown> = isSame ? { ...stored } : {};
  delete next.provider;
  for (const [field, value] of Object.entries(change)) {
    if (field === 'provider' || value === undefined || isUnchanged(field, value, isSame ? inForce : {})) continue;
    if (value === null) delete next[field];
    else if (provider === 'local') found.add(`${name}.${field}`, 'The built-in model has no settings.');
    else check(`${name}.${field}`, { field, value, found }, next);
  }
  const elsewhere =
    isSame &&
    'baseUrl' in change &&
    (next.baseUrl ?? null) !== ((stored as { baseUrl?: string } | undefined)?.baseUrl ?? null);
  // Never send a key to another server than the one it was entered for.
  if (elsewhere && (change.apiKey == null || change.apiKey === redacted)) delete next.apiKey;
  if (
    isSame &&
    next.model !== (stored as { model?: string } | undefined)?.model &&
    !('dimensions' in change && change.dimensions != null)
  )
    delete next.dimensions;
  const hasAny = Object.keys(next).length > 0;
  // `check` admits only the fields of `Stored`, one at a time.
  return hasAny || !isSame || stored ? ({ provider, ...next } as unknown as Stored) : undefined;
}

/** Values that are already in force are not stored, so that sending an unmodified body back changes nothing. */
function isUnchanged(field: string, value: unknown, inForce: Readonly<Record<string, unknown>>): boolean {
  return value === inForce[field] || (field === 'apiKey' && value === redacted);
}

interface Given {
  readonly field: string;
  readonly value: unknown;
  readonly found: FieldErrorCollector;
}

function check(name: string, { field, value, found }: Given, next: Record<string, unknown>): void {
  const problem = findSettingError(field, value);
  if (problem) found.add(name, problem);
  else next[field] = field === 'baseUrl' ? String(value).replace(/\/+$/, '') : value;
}

function findSettingError(field: string, value: unknown): string | null {
  switch (field) {
    case 'model':
      return isToken(value, 200) ? null : 'must be the name of a model: 1 to 200 characters without blanks.';
    case 'apiKey':
      return isToken(value, 1_000) ? null : 'must be a key: 1 to 1,000 characters without blanks.';
    case 'baseUrl':
      return isToken(value, 1_000) ? null : 'must be a URL such as https://models.example.com/v1.';
    case 'temperature':
      return isWithin(value, 0, 2) ? null : 'must be a number from 0 to 2.';
    case 'topP':
      return isWithin(value, 0, 1) ? null : 'must be a number from 0 to 1.';
    case 'maxTokens':
      return Number.isInteger(value) && isWithin(value, 1, 1_000_000)
        ? null
        : 'must be a whole number from 1 to 1,000,000.';
    case 'dimensions':
      return Number.isInteger(value) && isWithin(value, 1, dimensionsMax)
        ? null
        : `must be a whole number from 1 to ${dimensionsMax}.`;
    default:
      return 'is not a setting.';
  }
}

const isToken = (value: unknown, max: number) =>
  typeof value === 'string' && value.length <= max && /^[\x21-\x7e]+$/.test(value);
const isWithin = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && value >= min && value <= max;

function instructionsOf(
  { customInstructions: stored }: StoredConfiguration,
  given: string | null | undefined,
  found: FieldErrorCollector,
): string | undefined {
  if (given === undefined) return stored;
  if (given === null || given.trim() === '') return undefined;
  found.add('customInstructions', findTextError(given, instructionsMax));
  return given;
}
