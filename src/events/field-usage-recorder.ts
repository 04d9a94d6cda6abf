import type { Logger } from 'pino';
import type { FieldCount } from '../stores/field-usage-store.js';
import { toCalendarDay } from '../validate.js';
import { createLinger } from './linger.js';

export interface FieldUsageRecorder {
  /** Counts one operation for each of its fields. Returns at once. */
  record(fields: readonly string[], operation: { client: string | null; at: Date }): void;
  /** Resolves when all previously recorded operations are stored. */
  flush(): Promise<void>;
}

interface FieldUsageOptions {
  readonly write: (counts: readonly FieldCount[]) => Promise<unknown>;
  readonly log: Logger;
}

/** Time that counts wait for others. */
const lingerMs = 5_000;
/** Names of clients that are counted on their own. Names come from callers, so their number needs a limit. */
const clientsMax = 100;
const otherClients = '(other)';
const unnamedClient = '(none)';
const nameLengthMax = 100;

/** Creates a recorder that joins the operations of five seconds to one statement. */
export function createFieldUsageRecorder({ write, log }: FieldUsageOptions): FieldUsageRecorder {
  const clients = new Set<string>();
  // By day and client, then by the fields of an operation, which are one array for all executions of a document.
  let counts = new Map<string, Map<readonly string[], number>>();
  const nameClient = (text: string | null) => {
    const name = toClientName(text);
    if (clients.has(name)) return name;
    if (clients.size >= clientsMax) return otherClients;
    clients.add(name);
    return name;
  };
  async function store(taken: readonly FieldCount[]): Promise<void> {
    try {
      await write(taken);
    } catch (error) {
      log.warn({ err: error }, 'Counting used fields failed; some operations are not counted.');
    }
  }
  const linger = createLinger(lingerMs, () => {
    const taken = toFieldCounts(counts);
    counts = new Map();
    return taken.length === 0 ? null : () => store(taken);
  });
  return {
    flush: linger.flush,
    record(fields, { client, at }) {
      if (fields.length === 0) return;
      const key = `${toCalendarDay(at)} ${nameClient(client)}`;
      const byFields = counts.get(key) ?? new Map<readonly string[], number>();
      counts.set(key, byFields.set(fields, (byFields.get(fields) ?? 0) + 1));
      linger.begin();
    },
  };
}

/** Returns the name that a client sent, or the first product of a user agent: "node-fetch" of "node-fetch/3.3". */
function toClientName(text: string | null): string {
  const name = /^[^/(]+(?=\/[\w.]+)/.exec(text ?? '')?.[0] ?? text ?? '';
  // Without signs that Postgres refuses: one would cost the counts of all clients. A cut can halve a pair of surrogates.
  return (
    name
      .slice(0, nameLengthMax)
      .replaceAll(/[\0\p{Surrogate}]/gu, '')
      .trim() || unnamedClient
  );
}

function toFieldCounts(counts: ReadonlyMap<string, ReadonlyMap<readonly string[], number>>): FieldCount[] {
  return [...counts].flatMap(([key, byFields]) => {
    const [day, client] = [key.slice(0, 10), key.slice(11)];
    const byField = new Map<string, number>();
    for (const [fields, operations] of byFields)
      for (const field of fields) byField.set(field, (byField.get(field) ?? 0) + operations);
    return [...byField].map(([field, operations]) => ({ day, field, client, operations }));
  });
}
