/** Someone who waits for the vector of one text. */
export interface Waiter {
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

export interface Job {
  readonly text: string;
  readonly waiters: Set<Waiter>;
}

export interface JobLists {
  /** Adds a waiter to the job of the text, which is made if neither a list nor the running batch has it. */
  enlist(text: string, waiter: Waiter, urgent: boolean): Job;
  /** Takes a waiter away again, and the job with it once it has no waiter. */
  leave(job: Job, waiter: Waiter): void;
  /** Starts the next batch, in place of the one before; empty when nothing waits. */
  nextBatch(): readonly Job[];
  /** Empties everything and returns what was there. */
  clear(): readonly Job[];
}

type Jobs = Map<string, Job>;

// A query that arrives while a batch runs waits for that batch: about a third of a second with the slower engine.
const MAX_BATCH_TEXTS = 4;
const MAX_BATCH_CHARACTERS = 1000;
/** After so many batches of queries in a row the other texts get one, so that a busy search cannot stop all writing. */
const MAX_QUERY_RUN = 8;

/** Empty lists. Urgent texts go first; a batch never mixes them with others, whose time they would have to wait for. */
export function createJobLists(): JobLists {
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
    enlist(text, waiter, urgent) {
      const job = find(text, urgent);
      job.waiters.add(waiter);
      return job;
    },
    leave(job, waiter) {
      job.waiters.delete(waiter);
      if (job.waiters.size > 0) return;
      for (const list of [queries, others]) if (list.get(job.text) === job) list.delete(job.text);
    },
    nextBatch() {
      const queriesTurn = queries.size > 0 && (others.size === 0 || queryRun < MAX_QUERY_RUN);
      queryRun = queriesTurn ? queryRun + 1 : 0;
      running = takeBatch(queriesTurn ? queries : others);
      return [...running.values()];
    },
    clear() {
      const all = [running, queries, others].flatMap((list) => [...list.values()]);
      for (const list of [running, queries, others]) list.clear();
      return all;
    },
  };
}

/** Moves the oldest jobs out of a list: at least one if there is one, and at most a small batch. */
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
