import type { EmbedderProvider, LlmProvider } from './known-providers.js';

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

/** How to call an embedding model. `none`: full-text search only. */
export interface EmbedderSettings {
  readonly provider: EmbedderProvider | 'none';
  readonly model: string;
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
  /** Length of the vectors; null: not known before the model is asked. */
  readonly dimensions: number | null;
}

/** Name of a vector space: vectors of equal names may be compared. A server that stands in for another must speak of the same model by the same name. */
export function vectorSpace(settings: EmbedderSettings, dimension: number): string {
  return settings.provider === 'local'
    ? 'local/all-minilm-l6-v2'
    : `${settings.provider}/${settings.model}@${dimension}`;
}
