import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, resumeStream, WatchMemoryChangesDocument, type Client } from '../../client/index.js';

/** A caller of a gateway who repeats what was refused, with the same idempotency key. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
}

export interface Response {
  readonly status: number;
  readonly memoryId: string;
  readonly isReplay: boolean;
  readonly retryAfter: string | null;
}

/** Sends one add. @throws TypeError if the gateway cannot be reached */
export async function add({ url, apiKey }: Target, text: string, key: string): Promise<Response> {
  const response = await fetch(`${url}/v3/memories/add/`, {
    method: 'POST',
    headers: { authorization: `Token ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ user_id: 'rosa', infer: false, messages: [{ role: 'user', content: text }] }),
  });
  const body = (await response.json()) as { results?: { id: string }[] };
  return {
    status: response.status,
    memoryId: body.results?.[0]?.id ?? '',
    isReplay: response.headers.get('idempotency-replayed') === 'true',
    retryAfter: response.headers.get('retry-after'),
  };
}

/** Writers through all gateways, and a stream of each gateway that resumes. */
export class Traffic {
  /** Text of each acknowledged memory by its ID. */
  readonly acknowledged = new Map<string, string>();
  /** IDs of changes as each gateway's stream sent them. */
  readonly frames: string[][];
  /** What was refused, and how often. */
  readonly refusals = new Map<string, number>();
  /** Times of acknowledgements. */
  readonly #times: number[] = [];
  readonly #name = randomUUID().slice(0, 8);
  readonly #clients: Client[];
  readonly #writers: Promise<void>[] = [];
  isStopped = false;
  /** Returns the IDs of the memories that each stream must have: what was acknowledged since all of them began. */
  streamed = (): readonly string[] => [];

  constructor(readonly targets: () => readonly Target[]) {
    this.#clients = targets().map((target) =>
      createClient({ ...target, retry: { attempts: 1_000, delayMs: () => 100 } }),
    );
    this.frames = this.#clients.map(() => []);
  }

  /** Subscribes, and starts to write when the streams have begun. */
  async start(writers = 6): Promise<void> {
    this.#clients.forEach((client, index) => void this.#follow(client, this.frames[index] ?? []));
    for (let count = 0; this.frames.some((frames) => frames.length === 0); count += 1)
      await this.#write(`${this.#name} early ${count}`);
    // One stream can begin before another, so the others need not have these.
    const early = new Set(this.acknowledged.keys());
    this.streamed = () => [...this.acknowledged.keys()].filter((id) => !early.has(id));
    for (let writer = 0; writer < writers; writer += 1) this.#writers.push(this.#run(writer));
  }

  /** Ends the writers, each after its last acknowledgement. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.#writers);
  }

  close(): void {
    this.#clients.forEach((client) => client.close());
  }

  /** Waits for an acknowledgement from now on. */
  async untilWritten(): Promise<void> {
    const before = this.#times.length;
    while (this.#times.length < before + 3) await delay(20);
  }

  /** Returns the seconds of the longest pause between two acknowledgements since a time. */
  longestPause(since: number): number {
    const times = [since, ...this.#times.filter((time) => time > since)];
    return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time))) / 1_000;
  }

  async #run(writer: number): Promise<void> {
    for (let count = 0; !this.isStopped; count += 1) {
      await this.#write(`${this.#name} fact ${count} of writer ${writer}`, writer);
      await delay(100);
    }
  }

  async #write(text: string, writer = 0): Promise<void> {
    const key = randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      const targets = this.targets();
      const target = targets[(writer + attempt) % targets.length];
      if (!target) throw new Error('There is no gateway.');
      const outcome = await add(target, text, key).catch((error: Error) => error);
      if (!(outcome instanceof Error) && outcome.status === 200) {
        this.acknowledged.set(outcome.memoryId, text);
        this.#times.push(Date.now());
        return;
      }
      const reason =
        outcome instanceof Error
          ? outcome.message
          : `${outcome.status}${outcome.retryAfter ? ' with Retry-After' : ''}`;
      this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
      await delay(100);
    }
  }

  async #follow(client: Client, frames: string[]): Promise<void> {
    const resume = { resume: resumeStream, attempts: 1_000, delayMs: () => 100 };
    try {
      for await (const { memoryChanges } of client.subscribe(WatchMemoryChangesDocument, {}, resume))
        frames.push(memoryChanges.__typename === 'MemoryChanged' ? (memoryChanges.memoryId ?? '') : 'dropped');
      frames.push('ended');
    } catch (error) {
      frames.push(String(error));
    }
  }
}
