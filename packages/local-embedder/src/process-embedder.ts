import { createEmbedQueue, type EmbedOptions } from './embed-queue.js';
import type { EngineInfo } from './engine.js';
import type { Passage } from './inputs.js';
import { openSession, type ProcessSession, type ProcessStart } from './process-session.js';

/** How a model that reads English reads other languages. */
export interface Reading {
  /** Vectors of an earlier version are to be renewed where the texts that the model read differ. */
  readonly version: number;
  /** Returns the text that the model reads. */
  toEnglish(text: string): string;
  /** Returns the known word that an unknown word of a text probably means. Null: the word is known, or no known word is near. */
  correct(word: string, text: string): string | null;
}

/** Converts texts to vectors on this machine. */
export interface LocalEmbedder {
  /** Name of the vector space. */
  readonly id: string;
  readonly dimension: number;
  /** Returns one unit vector per text, in order. Accepts any string, including an empty one. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** Moves the vector of a question towards statements that answer it. Absent for a model that nothing was learned for. */
  towardsStatements?(query: Float32Array): Float32Array;
  /**
   * Returns the log-odds that a text answers a question. Null: the engine reads no pairs (WebAssembly). Absent for a model that nothing was learned for.
   */
  readAnswer?(question: string, text: string): Promise<number | null>;
  /**
   * Returns for each word of a passage the log-odds that it is a secret; -Infinity: it was not read. Null: the engine reads no words (WebAssembly). Absent for a model that nothing was
   * learned for.
   */
  readSecrets?(passage: Passage): Promise<readonly number[] | null>;
  /** Absent for a model that reads texts as they are. */
  readonly reading?: Reading;
  /** Resolves when the model is loaded. Rejects with the reason if it cannot be. */
  ready(): Promise<void>;
  /** Rejects waiting texts and frees the model. Idempotent. */
  close(): Promise<void>;
  /** Starts the process if needed. Rejects if no engine can be loaded. */
  engine(): Promise<EngineInfo>;
}

/** The vector space, and how the process of its model starts. */
interface ProcessEmbedderOptions extends ProcessStart {
  readonly id: string;
  readonly dimension: number;
  /** Idle time after which the process ends until the next call. 0: never. */
  readonly idleMs?: number | undefined;
}

// 256 tokens of common text have about 1,200 characters. Truncation bounds the work for huge texts.
const MAX_CHARACTERS = 16_000;

/** Creates an embedder in a process of its own, which starts on use and keeps this one alive only during calls. */
export function createProcessEmbedder(options: ProcessEmbedderOptions): LocalEmbedder {
  const { id, dimension, idleMs = 0 } = options;
  let session: ProcessSession | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let calls = 0;
  let closed = false;

  function open(): ProcessSession {
    if (session) return session;
    const opened = openSession(options, (error) => {
      if (session === opened) session = null;
      queue.failAll(error);
    });
    opened.hold(calls > 0);
    session = opened;
    return opened;
  }

  const queue = createEmbedQueue(async (texts) => {
    const used = open();
    try {
      return await used.run(texts);
    } catch (error) {
      // A failed engine is not reused: the next batch starts another process.
      if (session === used) session = null;
      await used.end(error as Error);
      throw error;
    }
  });

  function stopIdle(): void {
    const idle = session;
    session = null;
    void idle?.end(new Error('The local embedder was idle.'));
  }

  async function held<T>(call: () => Promise<T>): Promise<T> {
    if (closed) throw new Error('The local embedder is closed.');
    calls += 1;
    clearTimeout(idleTimer);
    session?.hold(true);
    try {
      return await call();
    } finally {
      calls -= 1;
      if (calls === 0) session?.hold(false);
      if (calls === 0 && idleMs > 0 && !closed) idleTimer = setTimeout(stopIdle, idleMs).unref();
    }
  }

  const engine = () => held(() => open().engine);
  return {
    id,
    dimension,
    engine,
    ready: async () => void (await engine()),
    embed: (texts, options) =>
      held(() =>
        queue.add(
          texts.map((text) => text.slice(0, MAX_CHARACTERS)),
          options,
        ),
      ),
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(idleTimer);
      const reason = new Error('The local embedder was closed.');
      queue.failAll(reason);
      const ended = session;
      session = null;
      await ended?.end(reason);
    },
  };
}
