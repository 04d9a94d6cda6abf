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

interface Waiter {
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

interface Job {
  readonly text: string;
  readonly waiters: Set<Waiter>;
}

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

type Jobs = Map<string, Job>;

// A query waits for the running batch: about a third of a second with the slower engine.
const MAX_BATCH_TEXTS = 4;
const MAX_BATCH_CHARACTERS = 1000;
/** After this many query batches in a row other texts get one, so that searches cannot block all writes. */
const MAX_QUERY_RUN = 8;

/** Creates empty lists. Queries go first, and never share a batch with other texts. */
function createJobLists() {
  const queries: Jobs = new Map();
  const others: Jobs = new Map();
  let running: Jobs = new Map();
  let queryRun = 0;

  function find(text: string, urgent: boolean): Job {
    const known = running.get(text) ?? queries.get(text) ?? (urgent ? undefined : others.get(text));
    if (known) return known;
    const job = others.get(text) ?? { text, waiters: new Set() };
    if (urgent) others.delete(text);
    (urgent ? queries : others).set(text, job);
    return job;
  }

  return {
    /** Adds a waiter to the job of the text. Creates the job unless a list or the running batch has it. */
    enlist(text: string, waiter: Waiter, urgent: boolean): Job {
      const job = find(text, urgent);
      job.waiters.add(waiter);
      return job;
    },
    leave(job: Job, waiter: Waiter): void {
      job.waiters.delete(waiter);
      if (job.waiters.size > 0) return;
      for (const list of [queries, others]) if (list.get(job.text) === job) list.delete(job.text);
    },
    nextBatch(): readonly Job[] {
      const queriesTurn = queries.size > 0 && (others.size === 0 || queryRun < MAX_QUERY_RUN);
      queryRun = queriesTurn ? queryRun + 1 : 0;
      running = takeBatch(queriesTurn ? queries : others);
      return [...running.values()];
    },
    clear(): readonly Job[] {
      const all = [running, queries, others].flatMap((list) => [...list.values()]);
      for (const list of [running, queries, others]) list.clear();
      return all;
    },
  };
}

/** Removes a small batch of the oldest jobs from a list, at least one if there is any. */
function takeBatch(list: Jobs): Jobs {
  const batch: Jobs = new Map();
  let characters = 0;
  for (const [text, job] of list) {
    characters += text.length;
    if (batch.size > 0 && (batch.size === MAX_BATCH_TEXTS || characters > MAX_BATCH_CHARACTERS)) break;
    list.delete(text);
    batch.set(text, job);
  }
  return batch;
}
