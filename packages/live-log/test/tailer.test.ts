import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTailer, type LogRow, type Tailer, unknownEnd } from '../src/tailer.js';

/** Rows that a read sees, and a function that lets the next read end. */
let stored: LogRow[];
let endRead: () => void;
let reads: number;
let tailer: Tailer<LogRow>;
let seen: number[];

beforeEach(async () => {
  [stored, seen, reads] = [[], [], 0];
  tailer = createTailer<LogRow>({
    async listAfter(id) {
      const rows = stored.filter((row) => row.id > id);
      reads += 1;
      await new Promise<void>((resolve) => (endRead = resolve));
      return rows;
    },
    settledEnd: async () => stored.at(-1)?.id ?? 0,
    toCursor: ({ id }) => String(id),
    name: 'test',
    log: pino({ enabled: false }),
  });
  await tailer.settledEnd();
  tailer.attach({ receive: ({ id }) => void seen.push(id) });
  await expect.poll(() => reads).toBe(1);
});
afterEach(() => tailer.close());

it('delivers a row that commits while a read is on its way, without a further announcement', async () => {
  stored.push({ id: 1 });
  tailer.advanceTo(unknownEnd);
  endRead();
  await expect.poll(() => reads).toBe(2);
  endRead();
  await expect.poll(() => seen).toEqual([1]);
  await tailer.settled();
  expect(reads).toBe(2);
});

it('lets a new subscriber begin after a read, although the log keeps growing', async () => {
  const located = tailer.settledEnd();
  for (const id of [1, 2, 3]) {
    stored.push({ id });
    tailer.advanceTo(unknownEnd);
  }
  endRead();
  expect(await located).toBe(0);
});
