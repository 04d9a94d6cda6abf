import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { quietRepeats } from '../../src/app/quiet-repeats.js';
import { connectDatabase } from '@memory-gateway/database';

async function failureOfDatabase(): Promise<unknown> {
  const connectionString = 'postgresql://postgres@127.0.0.1:1/none';
  const database = connectDatabase({ kind: 'postgres', connectionString, close: async () => undefined });
  const error: unknown = await database.query('SELECT 1').catch((reason: unknown) => reason);
  await database.close();
  return error;
}

function linesOf() {
  const lines: { msg: string; repeats?: number; part?: string; message?: number }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
  return { lines, log: pino({ hooks: quietRepeats() }, stream) };
}

async function failureOfProvider(): Promise<unknown> {
  return fetch('http://127.0.0.1:1/').catch((reason: unknown) => reason);
}

describe('the log while the database is away', () => {
  it('has each warning once a minute with the number that it left out, and everything else', async () => {
    const away = await failureOfDatabase();
    const { lines, log: root } = linesOf();
    vi.useFakeTimers();
    try {
      const log = root.child({ job: 'a' });
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

  it('has every warning of a request, of a provider, and of another part or message', async () => {
    const away = await failureOfDatabase();
    const refused = await failureOfProvider();
    const { lines, log } = linesOf();
    for (const reqId of ['a', 'b']) log.child({ reqId }).warn({ err: away }, 'A request failed.');
    for (const message of [1, 2]) log.warn({ err: away, message }, 'Extracting a message failed.');
    for (const part of ['database', 'jobs', 'jobs']) log.warn({ err: away, part }, 'not ready');
    for (let time = 0; time < 2; time += 1) log.warn({ err: refused }, 'A provider failed.');
    expect(lines.map(({ msg, part, message }) => [msg, part ?? message])).toEqual([
      ['A request failed.', undefined],
      ['A request failed.', undefined],
      ['Extracting a message failed.', 1],
      ['Extracting a message failed.', 2],
      ['not ready', 'database'],
      ['not ready', 'jobs'],
      ['A provider failed.', undefined],
      ['A provider failed.', undefined],
    ]);
  });

  it('counts for each outage by itself, and leaves the facts of the caller as they are', async () => {
    const facts = { err: await failureOfDatabase() };
    const { lines, log } = linesOf();
    vi.useFakeTimers();
    try {
      for (const pauseMs of [1_000, 3_600_000, 30_000, 30_000, 0]) {
        log.warn(facts, 'Jobs cannot be fetched.');
        vi.advanceTimersByTime(pauseMs);
      }
    } finally {
      vi.useRealTimers();
    }
    expect(lines.map(({ repeats }) => repeats)).toEqual([undefined, undefined, 1]);
    expect(Object.keys(facts)).toEqual(['err']);
  });
});
