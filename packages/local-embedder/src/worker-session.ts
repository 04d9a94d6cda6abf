import type { Worker } from 'node:worker_threads';
import type { EngineInfo } from './engine.js';
import type { WorkerReply, WorkerRequest } from './messages.js';
import { createNativeGate } from './native-gate.js';

export interface WorkerSession {
  /** Resolves when the model is loaded. Rejects if the worker stops first. */
  readonly engine: Promise<EngineInfo>;
  /** Embeds texts into one flat buffer, one call at a time. Rejects if the engine fails or the worker stops. */
  run(texts: readonly string[]): Promise<Float32Array>;
  hold(busy: boolean): void;
  /** Ends the worker after its current text, and rejects the open request with `reason` immediately. */
  end(reason: Error): Promise<void>;
}

interface Settler<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/**
 * Starts a worker that runs native code inside the given gate, and handles its messages until it ends. `onStop` runs
 * once if the worker stops by itself (crash, out of memory, unloadable model).
 */
export function openSession(start: (gate: SharedArrayBuffer) => Worker, onStop: (error: Error) => void): WorkerSession {
  const gate = createNativeGate();
  const worker = start(gate.memory);
  process.on('exit', gate.shutAndWait);
  worker.once('exit', () => process.off('exit', gate.shutAndWait));

  const talk = createTalk(onStop);
  worker.on('message', talk.hear);
  worker.on('error', (error) => talk.crash(error instanceof Error ? error.message : String(error), error));
  worker.on('exit', (code) => talk.crash(`exit code ${code}`));

  return {
    engine: talk.started,
    async run(texts) {
      await talk.started;
      const answer = talk.expect();
      worker.postMessage({ texts } satisfies WorkerRequest);
      return answer;
    },
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    async end(reason) {
      gate.shut();
      worker.ref();
      await talk.stop(reason);
      await worker.terminate();
    },
  };
}

/** Tracks the state of one worker: started, open request, reason of its end. */
function createTalk(onStop: (error: Error) => void) {
  const started = settler<EngineInfo>();
  // Prevents an unhandled rejection; callers of `engine` still see it.
  started.promise.catch(() => undefined);
  let asked: Settler<Float32Array> | null = null;
  let stopped: Error | null = null;
  // The worker begins with loading the model.
  let quiet = settler<void>();

  /** Rejects open requests and resolves once the worker is idle. */
  function stop(error: Error): Promise<void> {
    stopped ??= error;
    started.reject(error);
    asked?.reject(error);
    return quiet.promise;
  }
  function crash(reason: string, cause?: unknown): void {
    quiet.resolve();
    if (stopped) return;
    const error = new Error(`The embedding worker stopped: ${reason}`, { cause });
    void stop(error);
    onStop(error);
  }
  function hear(reply: WorkerReply): void {
    quiet.resolve();
    if (reply.type === 'ready') started.resolve(reply.engine);
    else if (reply.type === 'vectors') asked?.resolve(reply.values);
    else asked?.reject(new Error(`The embedding engine failed: ${reply.reason}`));
  }
  function expect(): Promise<Float32Array> {
    if (stopped) return Promise.reject(stopped);
    asked = settler<Float32Array>();
    quiet = settler<void>();
    return asked.promise;
  }
  return { started: started.promise, stop, crash, hear, expect };
}

function settler<T>(): Settler<T> {
  let resolve: Settler<T>['resolve'] = () => {};
  let reject: Settler<T>['reject'] = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
