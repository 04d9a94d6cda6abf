import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { quietRepeats } from '../../src/app/quiet-repeats.js';
import { connectDatabase } from '../../src/stores/database/open-database.js';

async function failureOfDatabase(): Promise<unknown> {
  const connectionString = 'postgresql://postgres@127.0.0.1:1/none';
  const database = connectDatabase({ kind: 'postgres', connectionString, close: async () => undefined });
  const error: unknown = await database.query('SELECT 1').catch((reason: unknown) => reason);
  await database.close();
  return error;
}

describe('the log while the database is away', () => {
  it('has each warning once a minute with the number that it left out, and everything else', async () => {
    const away = await failureOfDatabase();
    const lines: { msg: string; repeats?: number }[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
    vi.useFakeTimers();
    try {
      const log = pino({ hooks: quietRepeats() }, stream).child({ job: 'a' });
      for (let second = 0; second < 61; second += 1) {
        log.warn({ err: away }, 'Jobs cannot be fetched.');
        if (second < 2) log.warn({ err: new Error('Another cause.') }, 'Jobs cannot be fetched.');
        if (second < 2) log.error({ err: away }, 'A delivery could not be recorded.');
        vi.advanceTimersByTime(1_000);
      }
      log.warn({ err: away }, 'Log streams cannot be fetched.');
    } finally {
      vi.useRealTimers();
    }
    expect(lines.map(({ msg, repeats }) => [msg, repeats])).toEqual([
      ['Jobs cannot be fetched.', undefined],
      ['Jobs cannot be fetched.', undefined],
      ['A delivery could not be recorded.', undefined],
      ['Jobs cannot be fetched.', undefined],
      ['A delivery could not be recorded.', undefined],
      ['Jobs cannot be fetched.', 59],
      ['Log streams cannot be fetched.', undefined],
    ]);
  });
});
