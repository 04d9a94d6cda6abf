import type { EmbedderProvider, LlmProvider } from './model-providers.js';

export interface LlmSettings {
  readonly provider: LlmProvider;
  readonly model: string;
  readonly apiKey: string | null;
  /** Null: the provider's own server. */
  readonly baseUrl: string | null;
  /** Null: the model's default, here and below. */
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly topP: number | null;
}

/** A setting of a language model that some models do not support. */
export type LlmSetting = 'temperature' | 'topP' | 'maxTokens';

/** Settings of an embedding model. `none`: keyword search only. */
export interface EmbedderSettings {
  readonly provider: EmbedderProvider | 'none';
  readonly model: string;
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
  /** Length of the vectors. Null: unknown until the model is called. */
  readonly dimensions: number | null;
}

/** Names a vector space. Vectors with equal names are comparable, even if another server runs the same model. */
export function vectorSpace(settings: EmbedderSettings, dimension: number): string {
  return settings.provider === 'local'
    ? `local/${settings.model}`
    : `${settings.provider}/${settings.model}@${dimension}`;
}
