import type { ChildProcess } from 'node:child_process';
import type { EngineInfo } from './engine.js';
import type { EmbedReply, EmbedRequest } from './messages.js';

export interface ProcessStart {
  readonly start: () => ChildProcess;
  /** Starts another process after a signal ended the first one before its model was loaded. Null: none helps. */
  readonly startAfterCrash?: (signal: NodeJS.Signals) => ChildProcess | null;
}

export interface ProcessSession {
  /** Resolves when the model is loaded. Rejects if the process ends first. */
  readonly engine: Promise<EngineInfo>;
  /** Embeds texts, one call at a time. Rejects if the engine fails or the process ends. */
  run(texts: readonly string[]): Promise<readonly Float32Array[]>;
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
export function openSession({ start, startAfterCrash }: ProcessStart, onStop: (error: Error) => void): ProcessSession {
  const talk = createTalk(onStop);
  let isBusy = false;
  let child = listen(start());
  function listen(process: ChildProcess): ChildProcess {
    process.on('message', (reply) => talk.hear(reply as EmbedReply));
    process.on('error', (error) => talk.crash(error.message, error));
    process.on('exit', (code, signal) => {
      const next = signal !== null && talk.isWaiting() ? startAfterCrash?.(signal) : null;
      if (!next) return talk.crash(signal ?? `exit code ${code}`);
      child = listen(next);
      hold(isBusy);
    });
    return process;
  }
  function hold(busy: boolean): void {
    isBusy = busy;
    for (const handle of [child, child.channel]) {
      if (busy) handle?.ref();
      else handle?.unref();
    }
  }

  return {
    engine: talk.started,
    async run(texts) {
      await talk.started;
      const answer = talk.expect();
      child.send({ texts } satisfies EmbedRequest);
      return answer;
    },
    hold,
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
  let asked: Settler<readonly Float32Array[]> | null = null;
  let stopped: Error | null = null;
  let isStarted = false;

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
    if (reply.type === 'ready') {
      isStarted = true;
      started.resolve(reply.engine);
    } else if (reply.type === 'vectors') asked?.resolve(reply.values);
    else if (reply.type === 'stopped') crash(reply.reason);
    else asked?.reject(new Error(`The embedding engine failed: ${reply.reason}`));
  }
  function expect(): Promise<readonly Float32Array[]> {
    if (stopped) return Promise.reject(stopped);
    asked = settler();
    return asked.promise;
  }
  /** Whether the process is to load its model. */
  const isWaiting = () => !isStarted && stopped === null;
  return { started: started.promise, stop, crash, hear, expect, isWaiting };
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
