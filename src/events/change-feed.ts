import type { Logger } from 'pino';
import { ValidationError } from '../errors.js';
import { decodeCursor, encodeCursor, notOfThisStream } from '../page.js';
import type { ChangeRow, ChangeSource, ChangeTopic } from '../stores/change-store.js';
import type { Stores } from '../stores/create-stores.js';
import {
  createTailer,
  type LogFrame,
  subscribeToLog,
  type Subscription,
  type Tailer,
  unknownEnd,
} from '@memory-gateway/live-log';
import type { Bus } from './types.js';

export type ChangeFrame = LogFrame<ChangeRow>;

interface ChangeSubscriptionOptions extends ChangeSource {
  readonly parentId?: string | null;
  /** Cursor to resume after. Null: only new changes. */
  readonly after: string | null;
  /** Frames buffered for a slow reader. Default 1,000. */
  readonly maxBuffered?: number | undefined;
}

/** Streams changes of memories, events, deliveries and the audit log in the order of their ids. */
export interface ChangeFeed {
  /** Subscribes to every change that commits after this resolves. @throws ValidationError for a foreign cursor */
  subscribe(options: ChangeSubscriptionOptions): Promise<AsyncIterableIterator<ChangeFrame>>;
  settled(): Promise<void>;
  subscribers(): number;
  close(): void;
}

interface Source extends ChangeSource {
  readonly tailer: Tailer<ChangeRow>;
  /** Subscriptions, and those that are about to begin. */
  uses: number;
}

/** Creates the feed of this process. It reads the changes of those projects alone that it has subscribers for. */
export function createChangeFeed({ stores, bus, log }: { stores: Stores; bus: Bus; log: Logger }): ChangeFeed {
  const { listSourceAfter, settledEnd, oldestId, lastIssuedId } = stores.changes;
  const sources = new Map<string, Source>();
  const open = new Set<Subscription<ChangeRow>>();

  function use(source: ChangeSource): Source {
    const listAfter = (id: number, limit: number) => listSourceAfter(source, id, limit);
    const toCursor = (row: ChangeRow) => encodeCursor([row.topic, row.id]);
    const known = sources.get(nameOf(source)) ?? {
      ...source,
      tailer: createTailer<ChangeRow>({ listAfter, settledEnd, toCursor, log, name: 'changes' }),
      uses: 0,
    };
    sources.set(nameOf(source), known);
    known.uses += 1;
    return known;
  }
  function release(source: Source): void {
    source.uses -= 1;
    if (source.uses > 0) return;
    source.tailer.close();
    sources.delete(nameOf(source));
  }
  const advance = (source: Source | undefined) => source?.tailer.advanceTo(unknownEnd);
  const unsubscribe = [
    bus.subscribe('memoryChanged', ({ projectId }) => advance(sources.get(nameOf({ topic: 'memory', projectId })))),
    bus.subscribe('eventChanged', ({ projectId }) => advance(sources.get(nameOf({ topic: 'event', projectId })))),
    bus.subscribe('webhookDelivered', ({ projectId }) =>
      advance(sources.get(nameOf({ topic: 'delivery', projectId }))),
    ),
    bus.subscribe('auditLogged', () => advance(sources.get(nameOf({ topic: 'audit', projectId: null })))),
    bus.subscribe('messagesLost', () => sources.forEach(advance)),
  ];
  async function resumeId(topic: ChangeTopic, after: string | null): Promise<number | null> {
    if (after === null) return null;
    const id = positionIn(after, topic);
    // A reader would wait forever after an id that was never issued.
    if (id > (await lastIssuedId())) throw new ValidationError({ after: [notOfThisStream] });
    return id;
  }
  return {
    async subscribe({ topic, projectId, parentId = null, after, maxBuffered = 1_000 }) {
      const resumeAfter = await resumeId(topic, after);
      const source = use({ topic, projectId });
      try {
        await source.tailer.settledEnd();
      } catch (error) {
        release(source);
        throw error;
      }
      const subscription = subscribeToLog<ChangeRow>({
        tailer: source.tailer,
        listAfter: (id, limit) => listSourceAfter(source, id, limit),
        oldestId,
        toCursor: (id) => encodeCursor([topic, id]),
        after: resumeAfter,
        matches: (row) => parentId === null || row.parentId === parentId,
        maxBuffered,
        onEnd() {
          open.delete(subscription);
          release(source);
        },
      });
      open.add(subscription);
      return subscription.frames;
    },
    async settled() {
      for (const { tailer } of [...sources.values()]) await tailer.settled();
    },
    subscribers: () => open.size,
    close() {
      for (const end of unsubscribe) end();
      for (const subscription of [...open]) subscription.finish();
    },
  };
}

const nameOf = ({ topic, projectId }: ChangeSource) => `${topic} ${projectId ?? ''}`;

function positionIn(cursor: string, topic: ChangeTopic): number {
  const [name, id] = decodeCursor(cursor, 'after', notOfThisStream);
  if (name === topic && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id;
  throw new ValidationError({ after: [notOfThisStream] });
}
