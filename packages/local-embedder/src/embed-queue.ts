import { createJobLists, type Waiter } from './job-lists.js';

export interface EmbedOptions {
  /** Cancels the call: it rejects with the signal's reason, and its texts leave the queue. */
  signal?: AbortSignal;
  /** `query` runs before every waiting `batch` text. Default `batch`. */
  priority?: 'query' | 'batch';
}

export interface EmbedQueue {
  /** Embeds texts into separate arrays. Rejects with the signal's reason, or with the error of a batch. */
  add(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  failAll(error: Error): void;
}

/** Embeds one batch of distinct texts. Not called again before it settles. */
export type RunBatch = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

interface Ticket {
  readonly vector: Promise<Float32Array>;
  leave(reason: unknown): void;
}

/** Creates a queue that deduplicates texts, prefers queries, and runs one small batch at a time. */
export function createEmbedQueue(run: RunBatch): EmbedQueue {
  const lists = createJobLists();
  let working = false;

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    // Calls of the same tick share their first batch.
    await Promise.resolve();
    for (let jobs = lists.nextBatch(); jobs.length > 0; jobs = lists.nextBatch()) {
      const settle = await outcome(
        run,
        jobs.map((job) => job.text),
      );
      jobs.forEach((job, index) => job.waiters.forEach((waiter) => settle(waiter, index)));
    }
    working = false;
  }

  function take(text: string, urgent: boolean): Ticket {
    let leave: Ticket['leave'] = () => {};
    const vector = new Promise<Float32Array>((resolve, reject) => {
      const waiter: Waiter = { resolve, reject };
      const job = lists.enlist(text, waiter, urgent);
      leave = (reason) => {
        lists.leave(job, waiter);
        waiter.reject(reason);
      };
    });
    return { vector, leave };
  }

  return {
    async add(texts, { signal, priority } = {}) {
      signal?.throwIfAborted();
      const tickets = new Map([...new Set(texts)].map((text) => [text, take(text, priority === 'query')]));
      void work();
      const leaveAll = (reason: unknown) => tickets.forEach((ticket) => ticket.leave(reason));
      const onAbort = () => leaveAll(signal?.reason);
      signal?.addEventListener('abort', onAbort);
      try {
        return await collect(texts, tickets);
      } catch (error) {
        leaveAll(error);
        throw error;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    failAll: (error) => lists.clear().forEach((job) => job.waiters.forEach((waiter) => waiter.reject(error))),
  };
}

/** Runs a batch and returns a function that settles the waiters of the text at an index. */
async function outcome(run: RunBatch, texts: readonly string[]): Promise<(waiter: Waiter, index: number) => void> {
  try {
    const vectors = await run(texts);
    return (waiter, index) => {
      const vector = vectors[index];
      if (vector) waiter.resolve(vector);
      else waiter.reject(new Error('The embedding engine returned too few vectors.'));
    };
  } catch (error) {
    return (waiter) => waiter.reject(error);
  }
}

async function collect(texts: readonly string[], tickets: ReadonlyMap<string, Ticket>): Promise<Float32Array[]> {
  const entries = await Promise.all([...tickets].map(async ([text, { vector }]) => [text, await vector] as const));
  const vectors = new Map(entries);
  // Callers get separate arrays, because one of them may modify or transfer its array.
  return texts.map((text) => Float32Array.from(vectors.get(text) ?? []));
}
