import type { Logger } from 'pino';
import { createLinger } from './linger.js';

/** Size of the bodies that are read. Of longer ones nothing is stored, because redaction reads the whole. */
export const readBodyMax = 131_072;

/** A request that is over, with its bodies as they were sent. */
export interface SentBodies {
  readonly projectId: string;
  readonly requestId: string;
  readonly url: string;
  /** Parsed JSON. Undefined: the request had none. */
  readonly request: unknown;
  readonly response: string | null;
  /** Whether a body was too long to be read. */
  readonly isCut: boolean;
  /** Memories and events of the request. */
  readonly objectIds: readonly string[];
  readonly createdAt: Date;
}

/** Stores bodies of requests in batches, after the responses. */
export interface RequestBodyRecorder {
  /** Remembers the setting of a project, as a request just read it. */
  noteSetting(projectId: string, isOn: boolean): void;
  /** Whether the last request of the project found the setting on. The database decides again. */
  isOn(projectId: string | null): boolean;
  record(bodies: SentBodies): void;
  /** Resolves when all previously recorded bodies are stored. */
  flush(): Promise<void>;
}

interface RecorderOptions {
  /** Redacts and stores bodies. */
  readonly write: (bodies: readonly SentBodies[]) => Promise<void>;
  readonly log: Logger;
}

const lingerMs = 100;
/** Bodies that wait. Those of further requests are dropped until the next write. */
const bufferMax = 200;
/** Redaction of more at a time would delay other requests. */
const batchMax = 10;

/** Creates the recorder. If the database does not take bodies, they are dropped: the request log goes on without them. */
export function createRequestBodyRecorder({ write, log }: RecorderOptions): RequestBodyRecorder {
  const projects = new Set<string>();
  let buffer: SentBodies[] = [];
  async function store(taken: readonly SentBodies[]): Promise<void> {
    for (let at = 0; at < taken.length; at += batchMax) {
      try {
        await write(taken.slice(at, at + batchMax));
      } catch (error) {
        log.warn({ err: error }, 'Bodies of requests could not be stored; they are left out of the request log.');
      }
    }
  }
  const linger = createLinger(lingerMs, () => {
    const taken = buffer;
    buffer = [];
    return taken.length === 0 ? null : () => store(taken);
  });
  return {
    flush: linger.flush,
    noteSetting: (projectId, isOn) => void (isOn ? projects.add(projectId) : projects.delete(projectId)),
    isOn: (projectId) => projectId !== null && projects.has(projectId),
    record(bodies) {
      if (buffer.length >= bufferMax) return;
      buffer.push(bodies);
      linger.begin();
    },
  };
}
