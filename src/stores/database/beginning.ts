import type pg from 'pg';
import type { Entry } from './tenant-reach.js';
import type { Escort, QueryWithEscort, Step } from './tenant-statement.js';

/** The beginning of a transaction, which goes out together with its first statement. */
export interface Beginning {
  /** Sends a statement inside the transaction. */
  query(config: QueryWithEscort): Promise<pg.QueryResult>;
  /** Begins the transaction if no statement has begun it. Resolves at once if it is open. @throws the error of the first statement */
  begin(): Promise<void>;
  /** Whether anything was sent. */
  hasBegun(): boolean;
}

const BEGIN: Step = { name: 'mg_begin', text: 'BEGIN', values: [] };

/**
 * Creates the beginning of a transaction on a connection. BEGIN and the first statement share one Sync message, so that the statement
 * cannot run without the transaction. Other statements wait until the transaction is open.
 */
export function createBeginning(
  client: pg.PoolClient,
  { tenant, isPrepared }: { tenant: { enter(): Entry } | null; isPrepared: boolean },
): Beginning {
  let opening: Promise<unknown> | null = null;
  let isOpen = false;

  async function send<T>(first: (escort: Escort) => Promise<T>): Promise<T> {
    const entry = tenant?.enter();
    try {
      return await first({ before: entry ? [BEGIN, entry.step] : [BEGIN], after: [], isPrepared });
    } catch (error) {
      if (!entry?.isOutdated()) throw error;
      await client.query('ROLLBACK');
      return send(first);
    }
  }
  function open<T>(first: (escort: Escort) => Promise<T>): Promise<T> {
    const sent = send(first);
    opening = sent.then(() => (isOpen = true));
    opening.catch(() => undefined);
    return sent;
  }
  const begin = async () => {
    if (isOpen) return;
    await (opening ?? open(({ before }) => client.query(toBareBegin(before, isPrepared))));
  };
  return {
    async query(config) {
      if (isOpen) return client.query(config);
      // A text without values may be several statements, which only a message of its own can carry.
      if (opening || !config.values) return begin().then(() => client.query(config));
      return open((escort) => client.query(joinEscorts(escort, config)));
    },
    begin,
    hasBegun: () => opening !== null,
  };
}

function joinEscorts(begin: Escort, config: QueryWithEscort): QueryWithEscort {
  const { before = [], after = [] } = config.escort ?? {};
  return { ...config, escort: { ...begin, before: [...begin.before, ...before], after } };
}

function toBareBegin([, ...after]: readonly Step[], isPrepared: boolean): QueryWithEscort {
  const escort = after.length > 0 ? { before: [], after, isPrepared } : undefined;
  return { text: BEGIN.text, escort };
}
