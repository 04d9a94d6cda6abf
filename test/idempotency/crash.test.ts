import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChildEnvironment } from '../helpers/child-environment.js';
import { startChild } from '../helpers/child-program.js';

// IDEMPOTENCY_CRASH_KILLS=20 is the long form of this test.
const kills = Number(process.env.IDEMPOTENCY_CRASH_KILLS ?? 3);
const requests = 60;

interface Message {
  readonly ready?: boolean;
  readonly done?: boolean;
  readonly number?: number;
  readonly text?: string;
  readonly isReplay?: boolean;
}

let folder: string;
let environment: Record<string, string>;
let children: ChildProcess[];

beforeEach(async () => {
  children = [];
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-crash-'));
  environment = await createChildEnvironment(folder);
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Runs a process to its end, or kills it some time after it is ready. @returns its output */
async function run(mode: 'before' | 'after' | 'send', total: number, killAfterMs?: number): Promise<Message[]> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment };
  const child = await startChild(new URL('crash-child.ts', import.meta.url), [mode, String(total)], env);
  children.push(child);
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const messages: Message[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as Message;
    messages.push(message);
    if (message.ready && killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  }
  await exit;
  return messages;
}

describe('a process that is killed', () => {
  it('between the commit and the answer leaves the answer to be replayed', async () => {
    expect(await run('after', 1)).toEqual([{ ready: true }]);
    const [, answer, end] = await run('send', 1);
    expect(answer).toMatchObject({ status: 200, isReplay: true, text: expect.stringContaining('"ADD"') });
    expect(end).toEqual({ done: true, events: 1, memories: 1 });
  }, 120_000);

  it('before the commit leaves the key free, at once', async () => {
    expect(await run('before', 1)).toEqual([{ ready: true }]);
    const [, answer, end] = await run('send', 1);
    expect(answer).toMatchObject({ status: 200, isReplay: false, text: expect.stringContaining('"ADD"') });
    expect(end).toEqual({ done: true, events: 1, memories: 1 });
  }, 120_000);

  it(`at ${kills} random moments never does anything twice, and replays its responses`, async () => {
    const answered = new Map<number, string>();
    for (let kill = 0; kill < kills; kill += 1) {
      for (const { number, text } of await run('send', requests, Math.random() * 600)) {
        if (number === undefined || text === undefined) continue;
        expect(answered.get(number) ?? text).toBe(text);
        answered.set(number, text);
      }
    }
    const final = await run('send', requests);
    for (const [number, text] of answered)
      expect(final.find((message) => message.number === number)).toMatchObject({ text, isReplay: true });
    expect(final.at(-1)).toEqual({ done: true, events: requests, memories: requests });
  }, 300_000);
});
