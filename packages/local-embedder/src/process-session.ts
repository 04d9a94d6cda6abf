import type { ChildProcess } from 'node:child_process';
import type { EngineInfo } from './engine.js';
import type { EmbedReply, EmbedRequest } from './messages.js';

export interface ProcessSession {
  /** Resolves when the model is loaded. Rejects if the process ends first. */
  readonly engine: Promise<EngineInfo>;
  /** Embeds texts into one flat list, one call at a time. Rejects if the engine fails or the process ends. */
  run(texts: readonly string[]): Promise<Float32Array>;
  hold(busy: boolean): void;
  /** Ends the process, and rejects the open request with `reason`. */
  end(reason: Error): Promise<void>;
}

interface Settler<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/** Starts a process and handles its messages until it ends. `onStop` runs once if it ends by itself (crash, out of memory, unloadable model). */
export function openSession(start: () => ChildProcess, onStop: (error: Error) => void): ProcessSession {
  const child = start();
  const talk = createTalk(onStop);
  child.on('message', (reply) => talk.hear(reply as EmbedReply));
  child.on('error', (error) => talk.crash(error.message, error));
  child.on('exit', (code, signal) => talk.crash(signal ?? `exit code ${code}`));

  return {
    engine: talk.started,
    async run(texts) {
      await talk.started;
      const answer = talk.expect();
      child.send({ texts } satisfies EmbedRequest);
      return answer;
    },
    hold(busy) {
      for (const handle of [child, child.channel]) {
        if (busy) handle?.ref();
        else handle?.unref();
      }
    },
    async end(reason) {
      talk.stop(reason);
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      child.ref();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Tracks the state of one process: started, open request, reason of its end. */
function createTalk(onStop: (error: Error) => void) {
  const started = settler<EngineInfo>();
  // Prevents an unhandled rejection; callers of `engine` still see it.
  started.promise.catch(() => undefined);
  let asked: Settler<Float32Array> | null = null;
  let stopped: Error | null = null;

  /** Rejects open requests. */
  function stop(error: Error): void {
    stopped ??= error;
    started.reject(error);
    asked?.reject(error);
  }
  function crash(reason: string, cause?: unknown): void {
    if (stopped) return;
    const error = new Error(`The embedding process stopped: ${reason}`, { cause });
    stop(error);
    onStop(error);
  }
  function hear(reply: EmbedReply): void {
    if (reply.type === 'ready') started.resolve(reply.engine);
    else if (reply.type === 'vectors') asked?.resolve(reply.values);
    else if (reply.type === 'stopped') crash(reply.reason);
    else asked?.reject(new Error(`The embedding engine failed: ${reply.reason}`));
  }
  function expect(): Promise<Float32Array> {
    if (stopped) return Promise.reject(stopped);
    asked = settler<Float32Array>();
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
