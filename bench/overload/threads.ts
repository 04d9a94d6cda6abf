import { readdirSync, readFileSync } from 'node:fs';

/** Time of one thread, in seconds. */
export interface ThreadTime {
  readonly name: string;
  /** Spent on a processor. */
  readonly used: number;
  /** Spent ready to run, while other threads had the processors. */
  readonly waited: number;
}

/** Reads the times of all threads of a process since its start. Empty where the system has no `/proc`. */
export function readThreads(pid: number): ReadonlyMap<string, ThreadTime> {
  try {
    const folder = `/proc/${pid}/task`;
    return new Map(
      readdirSync(folder).map((id) => [id, readThread(`${folder}/${id}`, { id, isMain: id === String(pid) })]),
    );
  } catch {
    return new Map();
  }
}

function readThread(folder: string, { id, isMain }: { id: string; isMain: boolean }): ThreadTime {
  const [used = 0, waited = 0] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number);
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  // The name in parentheses may hold spaces. Niceness is the seventeenth field after it.
  const niceness = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  const name = isMain ? 'main thread' : niceness > 0 ? `thread ${id}, nice ${niceness}` : `thread ${id}`;
  return { name, used: used / 1e9, waited: waited / 1e9 };
}

/** Returns what threads did since `before`, busiest first, without those that used less than a hundredth of a core. */
export function compareThreads(before: ReadonlyMap<string, ThreadTime>, pid: number, seconds: number): ThreadTime[] {
  return [...readThreads(pid)]
    .map(([id, { name, used, waited }]) => {
      const earlier = before.get(id) ?? { used: 0, waited: 0 };
      return { name, used: (used - earlier.used) / seconds, waited: (waited - earlier.waited) / seconds };
    })
    .filter(({ used }) => used >= 0.01)
    .sort((left, right) => right.used - left.used);
}

/** Returns the seconds that all threads of a process spent on a processor since its start. */
export function readProcessorSeconds(pid: number): number {
  return [...readThreads(pid).values()].reduce((total, { used }) => total + used, 0);
}

/** Returns the resident memory of a process, on Linux. */
export function readResidentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
