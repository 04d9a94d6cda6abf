import type { Logger } from 'pino';
import { ValidationError } from '../errors.js';
import { decodeCursor, encodeCursor } from '../page.js';
import type { ChangeRow, ChangeSource, ChangeTopic } from '../stores/change-store.js';
import type { Stores } from '../stores/create-stores.js';
import { recordedTopics } from './recorded-changes.js';
import { subscribeToLog, type LogFrame, type Subscription } from './subscription.js';
import { createTailer, unknownEnd } from './tailer.js';
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

/** Creates the feed of this process. It reads nothing while it has no subscribers. */
export function createChangeFeed({ stores, bus, log }: { stores: Stores; bus: Bus; log: Logger }): ChangeFeed {
  const { listAfter, listSourceAfter, listWriters, maxId, oldestId, lastIssuedId } = stores.changes;
  const tailer = createTailer<ChangeRow>({
    listAfter,
    maxId,
    listWriters,
    toCursor: (row) => encodeCursor([row.topic, row.id]),
    log,
    name: 'changes',
  });
  const unsubscribe = recordedTopics.map((topic) => bus.subscribe(topic, () => tailer.advanceTo(unknownEnd)));
  const open = new Set<Subscription<ChangeRow>>();
  async function resumeId(topic: ChangeTopic, after: string | null): Promise<number | null> {
    if (after === null) return null;
    const id = positionIn(after, topic);
    // A reader would wait forever after an id that was never issued.
    if (id > (await lastIssuedId())) throw new ValidationError({ after: ['Not a cursor of this stream.'] });
    return id;
  }
  return {
    async subscribe({ topic, projectId, parentId = null, after, maxBuffered = 1_000 }) {
      const resumeAfter = await resumeId(topic, after);
      await tailer.settledEnd();
      const subscription = subscribeToLog<ChangeRow>({
        tailer,
        listAfter: (id, limit) => listSourceAfter({ topic, projectId }, id, limit),
        oldestId,
        toCursor: (id) => encodeCursor([topic, id]),
        after: resumeAfter,
        matches: (row) =>
          row.topic === topic && row.projectId === projectId && (parentId === null || row.parentId === parentId),
        maxBuffered,
        onEnd: () => void open.delete(subscription),
      });
      open.add(subscription);
      return subscription.frames;
    },
    settled: () => tailer.settled(),
    subscribers: () => open.size,
    close() {
      for (const end of unsubscribe) end();
      tailer.close();
      for (const subscription of [...open]) subscription.finish();
    },
  };
}

function positionIn(cursor: string, topic: ChangeTopic): number {
  const [name, id] = decodeCursor(cursor, 'after');
  if (name === topic && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id;
  throw new ValidationError({ after: ['Not a cursor of this stream.'] });
}
