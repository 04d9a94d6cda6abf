import type { Sealer } from '../../auth/sealed.js';
import type { Services } from '../../context.js';
import type { Json } from '@memory-gateway/memory-engine';
import { embedderProviders, llmProviders, type EmbedderSettings, type LlmSettings } from '@memory-gateway/models';

type Stored<Settings extends { readonly provider: string }> = {
  readonly provider: Exclude<Settings['provider'], 'none'>;
} & { readonly [Name in Exclude<keyof Settings, 'provider'>]?: NonNullable<Settings[Name]> };

/** Stored settings of a language model. They belong to their provider; changing the provider clears them. */
export type StoredLlm = Stored<LlmSettings>;

/** Stored settings of an embedding model, like {@link StoredLlm}. */
export type StoredEmbedder = Stored<EmbedderSettings>;

/** Settings changed at run time. They override the environment. */
export interface StoredConfiguration {
  readonly llm?: StoredLlm;
  readonly embedder?: StoredEmbedder;
  readonly customInstructions?: string;
}

/** Reads the stored configuration. A key that cannot be decrypted is dropped and reported to `onUnreadable`. */
export async function readStored(
  { stores, sealer }: Pick<Services, 'stores' | 'sealer'>,
  onUnreadable: (block: string) => void = () => undefined,
): Promise<StoredConfiguration> {
  const { config_overrides: json } = await stores.settings.get(['config_overrides']);
  return unseal(json, sealer, onUnreadable);
}

/** Decrypts what {@link seal} wrote. A key that cannot be decrypted is dropped and reported to `onUnreadable`. */
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
  // `seal` wrote the blocks, and `open` has checked their providers.
  return {
    ...(openLlm && { llm: openLlm as unknown as StoredLlm }),
    ...(openEmbedder && { embedder: openEmbedder as unknown as StoredEmbedder }),
    ...(customInstructions !== undefined && { customInstructions }),
  };
}

/** Returns the configuration with encrypted keys, as stored. */
export async function seal({ llm, embedder, customInstructions }: StoredConfiguration, sealer: Sealer): Promise<Json> {
  return {
    ...(llm && { llm: await sealBlock(llm, sealer) }),
    ...(embedder && { embedder: await sealBlock(embedder, sealer) }),
    ...(customInstructions !== undefined && { customInstructions }),
  };
}

type SealedBlock = { readonly provider: string; readonly sealedApiKey?: string } & Readonly<Record<string, Json>>;

/** Encrypts the API key of a settings block. */
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

/** Decrypts what {@link sealBlock} wrote. */
export async function unsealBlock<Block extends { readonly sealedApiKey?: unknown }>(
  { sealedApiKey, ...rest }: Block,
  sealer: Sealer,
  onUnreadable: () => void,
): Promise<Omit<Block, 'sealedApiKey'> & { apiKey?: string }> {
  if (typeof sealedApiKey !== 'string') return rest;
  try {
    return { ...rest, apiKey: await sealer.open(Buffer.from(sealedApiKey, 'base64')) };
  } catch (error) {
    // Compared by name, because this layer does not import the class. The sealing secret has changed.
    if (!(error instanceof Error) || error.name !== 'UnsealError') throw error;
    onUnreadable();
    return rest;
  }
}
