export interface Waiter {
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

interface Job {
  readonly text: string;
  readonly waiters: Set<Waiter>;
}

export interface JobLists {
  /** Adds a waiter to the job of the text. Creates the job unless a list or the running batch has it. */
  enlist(text: string, waiter: Waiter, urgent: boolean): Job;
  leave(job: Job, waiter: Waiter): void;
  nextBatch(): readonly Job[];
  clear(): readonly Job[];
}

type Jobs = Map<string, Job>;

// A query waits for the running batch: about a third of a second with the slower engine.
const MAX_BATCH_TEXTS = 4;
const MAX_BATCH_CHARACTERS = 1000;
/** After this many query batches in a row other texts get one, so that searches cannot block all writes. */
const MAX_QUERY_RUN = 8;

/** Creates empty lists. Queries go first, and never share a batch with other texts. */
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
