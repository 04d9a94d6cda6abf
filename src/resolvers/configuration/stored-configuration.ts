import type { Sealer } from '../../auth/sealed.js';
import type { Json } from '../../engine/filter-values.js';
import {
  embedderProviders,
  llmProviders,
  type EmbedderProvider,
  type LlmProvider,
} from '../../providers/known-providers.js';

/** Stored settings of a language model. They belong to the provider: another provider starts without any. */
export interface StoredLlm {
  readonly provider: LlmProvider;
  readonly model?: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly topP?: number;
}

/** As above, of an embedding model. */
export interface StoredEmbedder {
  readonly provider: EmbedderProvider;
  readonly model?: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly dimensions?: number;
}

/** What was configured at run time. It goes before the environment. */
export interface StoredConfiguration {
  readonly llm?: StoredLlm;
  readonly embedder?: StoredEmbedder;
  readonly customInstructions?: string;
}

/** Opens what {@link seal} wrote. A key that cannot be opened counts as absent and is passed to `onUnreadable`. */
export async function unseal(
  json: Json | undefined,
  sealer: Sealer,
  onUnreadable: (block: string) => void,
): Promise<StoredConfiguration> {
  const { llm, embedder, customInstructions } = (json ?? {}) as {
    llm?: SealedBlock;
    embedder?: SealedBlock;
    customInstructions?: string;
  };
  const open = async (name: string, block: SealedBlock | undefined, known: readonly string[]) => {
    if (!block || !known.includes(block.provider)) return undefined;
    return unsealBlock(block, sealer, () => onUnreadable(name));
  };
  const [openLlm, openEmbedder] = [
    await open('llm', llm, llmProviders),
    await open('embedder', embedder, embedderProviders),
  ];
  return {
    ...(openLlm && { llm: openLlm as unknown as StoredLlm }),
    ...(openEmbedder && { embedder: openEmbedder as unknown as StoredEmbedder }),
    ...(customInstructions !== undefined && { customInstructions }),
  };
}

/** The form in which it is stored: the same, with keys encrypted. */
export async function seal({ llm, embedder, customInstructions }: StoredConfiguration, sealer: Sealer): Promise<Json> {
  return {
    ...(llm && { llm: await sealBlock(llm, sealer) }),
    ...(embedder && { embedder: await sealBlock(embedder, sealer) }),
    ...(customInstructions !== undefined && { customInstructions }),
  };
}

type SealedBlock = { readonly provider: string; readonly sealedApiKey?: string } & Readonly<Record<string, Json>>;

/** Encrypts the key of a block of settings. */
export async function sealBlock(
  block: object & { readonly apiKey?: string | null },
  sealer: Sealer,
): Promise<Record<string, Json>> {
  const { apiKey, ...rest } = block;
  return {
    ...(rest as Record<string, Json>),
    ...(apiKey != null && { sealedApiKey: (await sealer.seal(apiKey)).toString('base64') }),
  };
}

/** Opens what {@link sealBlock} wrote. */
export async function unsealBlock<Block extends { readonly sealedApiKey?: unknown }>(
  { sealedApiKey, ...rest }: Block,
  sealer: Sealer,
  onUnreadable: () => void,
): Promise<Omit<Block, 'sealedApiKey'> & { apiKey?: string }> {
  if (typeof sealedApiKey !== 'string') return rest;
  try {
    return { ...rest, apiKey: await sealer.open(Buffer.from(sealedApiKey, 'base64')) };
  } catch (error) {
    // By name: the secret that it was sealed with has changed.
    if (!(error instanceof Error) || error.name !== 'UnsealError') throw error;
    onUnreadable();
    return rest;
  }
}
