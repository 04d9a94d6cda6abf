import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { canConnect } from './socket-directory.js';

export interface LockHolder {
  pid: number;
  hostname: string;
  /** ISO 8601. */
  startedAt: string;
  /** Folder of the socket on which the holder serves the database. */
  socketDir: string;
  /** Start of the process in kernel ticks, to detect a reused pid. Null without /proc. */
  processStart: string | null;
}

export interface DataDirLock {
  release(): Promise<void>;
}

/** Another process holds the data directory. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';

  constructor(
    dataDir: string,
    readonly holder: LockHolder,
  ) {
    super(
      `The data directory ${dataDir} is in use by process ${holder.pid} on ${holder.hostname} since ${holder.startedAt}; ` +
        'stop that process or use another directory.',
    );
  }
}

// A pid of another host or container means nothing, so the holder touches the file as a heartbeat.
const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 20_000;

const lockPath = (dataDir: string) => path.join(dataDir, 'gateway.lock');

/** Acquires a data directory, taking over from a dead process. @throws DataDirLockedError if a living one holds it */
export async function lockDataDir(dataDir: string, socketDir: string): Promise<DataDirLock> {
  const file = lockPath(dataDir);
  const own: LockHolder = {
    pid: process.pid,
    hostname: os.hostname(),
    startedAt: new Date().toISOString(),
    socketDir,
    processStart: processStart(process.pid),
  };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const text = JSON.stringify(own);
  while (!(await createWhole(file, text))) {
    const found = await read(file);
    if (found === undefined) continue;
    if (found.holder !== undefined && (await isAlive(found.holder, file)))
      throw new DataDirLockedError(dataDir, found.holder);
    await removeStale(file, found.text);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      // A process that was paused for long may have lost the lock to another one.
      if ((await read(file))?.text === text) await rm(file, { force: true });
    },
  };
}

/** Returns the living process that holds the lock of a data directory, or undefined. */
export async function readLockHolder(dataDir: string): Promise<LockHolder | undefined> {
  const file = lockPath(dataDir);
  const holder = (await read(file))?.holder;
  return holder !== undefined && (await isAlive(holder, file)) ? holder : undefined;
}

// Links a finished file, so that readers never see a lock file without its text.
async function createWhole(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
    return await createPlain(file, text);
  } finally {
    await rm(draft, { force: true });
  }
}

// For file systems without hard links.
async function createPlain(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function read(file: string): Promise<{ text: string; holder: LockHolder | undefined } | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    return { text, holder: parse(text) };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parse(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as LockHolder;
    return typeof holder.pid === 'number' && typeof holder.socketDir === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
}

async function isAlive(holder: LockHolder, file: string): Promise<boolean> {
  // First, because containers with the same host name can share the directory, but not their process numbers.
  if (await canConnect(holder.socketDir)) return true;
  if (holder.hostname === os.hostname()) return isSameProcess(holder);
  const before = await modified(file);
  while (Date.now() - before < SILENCE_MS) {
    await delay(500);
    if ((await modified(file)) !== before) return true;
  }
  return false;
}

function isSameProcess(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    if (!isCode(error, 'EPERM')) return false;
  }
  const start = processStart(holder.pid);
  return start === null || holder.processStart === null || start === holder.processStart;
}

// Field 22 of /proc/<pid>/stat. Splits after the last bracket, because field 2 may contain spaces and brackets.
function processStart(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

async function modified(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}

/**
 * Removes the lock of a dead holder and no other. If two processes find the lock dead, the slower one must not remove
 * the lock that the faster one has acquired since. Both create a claim file named after the dead lock's text, so only
 * one succeeds, and the winner reads the lock again before removing it.
 */
async function removeStale(file: string, text: string): Promise<void> {
  const claim = `${file}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  if (!(await createWhole(claim, String(process.pid)))) {
    await delay(20);
    // A claim lasts milliseconds. An old one belongs to a process that died.
    const age = Date.now() - (await modified(claim));
    if (age > SILENCE_MS && age < Date.now()) await rm(claim, { force: true });
    return;
  }
  try {
    if ((await read(file))?.text === text) await rm(file, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
