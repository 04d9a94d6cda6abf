import {
  WatchRequestLogsDocument,
  type Client,
  type RequestLogPartsFragment,
  type WatchRequestLogsSubscription,
} from '../../client/index.js';
import { say, shorten } from '../lib/terminal.js';

/** The live log, recorded while the demo runs. */
export interface LiveLog {
  /** Prints the log once it contains as many requests as were made. @throws Error if some never arrive */
  report(calls: number): Promise<void>;
}

const patienceMs = 15_000;

/** Subscribes to the request log. Resolves when the subscription has received its own start. */
export async function watchCalls(client: Client): Promise<LiveLog> {
  const frames = client.subscribe(WatchRequestLogsDocument);
  const calls: RequestLogPartsFragment[] = [];
  let dropped = 0;
  const isOwn = (call: RequestLogPartsFragment) => call.operation === 'WatchRequestLogs';
  for (;;) {
    const frame = await nextFrame(frames, 'The live log does not begin');
    if (frame.__typename === 'RequestLogged' && isOwn(frame.requestLog)) break;
  }
  return {
    async report(expected) {
      while (calls.length + dropped < expected) {
        const frame = await nextFrame(frames, `Of ${expected} calls, ${calls.length} came over the live log`);
        if (frame.__typename === 'RequestLogged') calls.push(frame.requestLog);
        else dropped += frame.droppedCount ?? 0;
      }
      print(calls);
      say('', `   ${expected} calls made, ${calls.length} seen live, ${dropped} reported as dropped.`);
    },
  };
}

type Frames = AsyncIterableIterator<WatchRequestLogsSubscription>;

async function nextFrame(frames: Frames, failure: string): Promise<WatchRequestLogsSubscription['requestLogs']> {
  const step = await within(frames.next(), failure);
  if (step.done) throw new Error('The live log ended.');
  return step.value.requestLogs;
}

/** Prints consecutive requests of one operation on one line. */
function print(calls: readonly RequestLogPartsFragment[]): void {
  const groups: RequestLogPartsFragment[][] = [];
  for (const call of calls) {
    const current = groups.at(-1);
    if (current?.[0]?.operation === call.operation && current[0].statusCode === call.statusCode) current.push(call);
    else groups.push([call]);
  }
  say(
    `   ${'from'.padEnd(9)} ${'to'.padEnd(9)} ${'calls'.padStart(5)}  ${'operation'.padEnd(22)} status  ${'median'.padStart(9)}  caller`,
  );
  for (const group of groups) {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) continue;
    const latencies = group.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
    const median = `${(latencies[Math.floor(latencies.length / 2)] ?? 0).toFixed(1)} ms`;
    const operation = shorten(first.operation ?? first.path, 22).padEnd(22);
    say(
      `   ${time(first)}  ${time(last)}  ${String(group.length).padStart(5)}  ${operation} ${String(first.statusCode).padEnd(6)}  ${median.padStart(9)}  ${first.keyPrefix ?? first.authMode} ${first.client ?? ''}`,
    );
  }
}

const time = ({ createdAt }: RequestLogPartsFragment) => createdAt.slice(11, 19);

async function within<T>(work: Promise<T>, failure: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${failure}, after waiting for ${patienceMs / 1000} seconds.`)),
      patienceMs,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
