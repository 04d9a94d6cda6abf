import { readdirSync, readFileSync } from 'node:fs';

/** Time of one thread, in seconds. */
export interface ThreadTime {
  readonly name: string;
  /** Spent on a processor. */
  readonly used: number;
  /** Spent ready to run, while other threads had the processors. */
  readonly waited: number;
}

/** Reads the times of all threads of a process and of those that it started, since their start. Empty where the system has no `/proc`. */
export function readThreads(pid: number): ReadonlyMap<string, ThreadTime> {
  const threads = listProcesses(pid).flatMap((each) =>
    readUnlessEnded(() => readdirSync(`/proc/${each}/task`), []).map((id) => ({
      id,
      folder: `/proc/${each}/task/${id}`,
    })),
  );
  const read = threads.flatMap(({ id, folder }) =>
    readUnlessEnded(() => [[id, readThread(folder, { id, isMain: id === String(pid) })] as const], []),
  );
  return new Map(read);
}

/** Returns a process and all that it started: a server with a loaded model has a process for it. */
function listProcesses(pid: number): number[] {
  const children = readUnlessEnded(() => readdirSync(`/proc/${pid}/task`), []).flatMap((id) =>
    readUnlessEnded(() => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8'), '')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return [pid, ...children.flatMap(listProcesses)];
}

/** Processes and threads can end while they are read, and some systems have no `/proc`. */
function readUnlessEnded<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
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

/** Returns the seconds that all threads of a process, and of those that it started, spent on a processor since their start. */
export function readProcessorSeconds(pid: number): number {
  return [...readThreads(pid).values()].reduce((total, { used }) => total + used, 0);
}

/** Returns the resident memory of a process and of those that it started, on Linux. */
export function readResidentMegabytes(pid: number): number {
  const kilobytes = listProcesses(pid).map((each) => {
    const [, resident = 0] =
      /VmRSS:\s+(\d+)/.exec(readUnlessEnded(() => readFileSync(`/proc/${each}/status`, 'utf8'), '')) ?? [];
    return Number(resident);
  });
  return Math.round(kilobytes.reduce((total, each) => total + each, 0) / 1024);
}
