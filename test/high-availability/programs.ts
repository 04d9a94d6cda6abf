import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findPostgresProgram } from '../upgrade/postgres-database.js';

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
const find = (name: string) => folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

const found = { patroni: find('patroni'), etcd: find('etcd'), haproxy: find('haproxy') };
const postgres = findPostgresProgram('postgres');

/** Programs that the tests of failover need and that are not installed. */
export const missingPrograms = [
  ...Object.entries(found).flatMap(([name, file]) => (file === undefined ? [name] : [])),
  ...(postgres === null ? ['Postgres'] : []),
];
export const programs = { patroni: found.patroni ?? '', etcd: found.etcd ?? '', haproxy: found.haproxy ?? '' };
/** Folder of the programs of Postgres. */
export const postgresFolder = path.dirname(postgres ?? '');

/** Processes of the cluster end with the test, however it ends. */
const running = new Set<number>();
process.on('exit', () => running.forEach((id) => signal(id, 'SIGKILL')));

/** Remembers a process that another one started, such as Postgres by Patroni. */
export const watch = (id: number) => void running.add(id);
/** Forgets the processes of a cluster that has ended: their ids may belong to other processes later. */
export const forgetAll = () => running.clear();

export function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch {
    // It has ended.
  }
}

/** Starts a program with its log in a file. Postgres refuses root, so everything here runs as its user. */
export function launch(name: string, command: readonly string[], folder: string): ChildProcess {
  const log = openSync(path.join(folder, `${name}.log`), 'a');
  const isRoot = process.getuid?.() === 0;
  const [file = '', ...args] = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : command;
  const child = spawn(file, args, { cwd: folder, stdio: ['ignore', log, log], env: { ...process.env, HOME: folder } });
  closeSync(log);
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    child.once('exit', () => running.delete(pid));
  }
  return child;
}

/** Kills a program without a chance to clean up, and waits until it is gone. */
export async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Returns the ids of the processes that a process started. */
export function childrenOf(id: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = /\) . (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return Number(parent) === id ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
