import { unrelatedTo, type TruePair, type Update } from './data.js';

/** A running server, with one user per pair. */
export interface Gateway {
  /** Stores statements with one time, unchanged. @returns their ids */
  add(userId: string, statements: readonly string[], time: Date): Promise<string[]>;
  /** Searches with the defaults of the API, apart from `latestOnly`. @returns the found texts, best first */
  search(userId: string, query: string, how?: { latestOnly: true }): Promise<string[]>;
  /** @returns ids of the memories that this one probably outdates */
  outdatedBy(memoryId: string): Promise<string[]>;
}

/** Counts of one run. */
export interface Figures {
  readonly updates: number;
  /** Questions about the present in which the correction ranks before the fact. */
  readonly newerFirst: number;
  /** Those of them in which the correction ranks first. */
  readonly newerOnTop: number;
  /** Questions about the present that still find the fact if only the latest memories are asked for. */
  readonly olderStays: number;
  /** Those in which the correction ranks first if only the latest memories are asked for. */
  readonly newerOnTopOfLatest: number;
  /** Corrections with a question about the past. */
  readonly past: number;
  /** Questions about the past in which the fact ranks before the correction. */
  readonly olderFirst: number;
  readonly linked: number;
  readonly stable: number;
  /** Questions about a current fact in which it ranks first, before a similar later one. */
  readonly stableOnTop: number;
  readonly truePairs: number;
  /** Linked pairs of statements that are both true. */
  readonly falseLinks: number;
}

const firstDay = Date.UTC(2026, 0, 5, 10);
const day = 86_400_000;

/** What to measure. */
export interface Course {
  readonly updates: readonly Update[];
  readonly truePairs: readonly TruePair[];
  /** Begins the names of the users. Default: none. */
  readonly name?: string;
  /** Unrelated memories between a fact and the later statement. Default 10. */
  readonly between?: number;
  readonly onPair?: () => void;
}

/** Stores every pair for its own user, two months apart with unrelated memories between, and asks the questions. */
export async function measureCorrections(
  gateway: Gateway,
  { updates, truePairs, name = '', between = 10, onPair }: Course,
): Promise<Figures> {
  const fillers = [...updates.map(({ older }) => older), ...truePairs.map(({ first }) => first)];
  const store = async (userId: string, index: number, pair: { older: string; newer: string }) => {
    const others = unrelatedTo(fillers, index, between);
    const [olderId] = await gateway.add(userId, [pair.older], new Date(firstDay));
    await gateway.add(userId, others, new Date(firstDay + 30 * day));
    const [newerId = ''] = await gateway.add(userId, [pair.newer], new Date(firstDay + 60 * day));
    return (await gateway.outdatedBy(newerId)).includes(olderId ?? '');
  };
  const counts = {
    newerFirst: 0,
    newerOnTop: 0,
    olderStays: 0,
    newerOnTopOfLatest: 0,
    olderFirst: 0,
    linked: 0,
    stableOnTop: 0,
    falseLinks: 0,
  };
  for (const [index, update] of updates.entries()) {
    const userId = `${name}update-${index}`;
    if (await store(userId, index, update)) counts.linked += 1;
    const present = await gateway.search(userId, update.present);
    if (isBefore(present, update.newer, update.older)) counts.newerFirst += 1;
    if (present[0] === update.newer) counts.newerOnTop += 1;
    const latest = await gateway.search(userId, update.present, { latestOnly: true });
    if (latest.includes(update.older)) counts.olderStays += 1;
    if (latest[0] === update.newer) counts.newerOnTopOfLatest += 1;
    const past = update.past === '' ? [] : await gateway.search(userId, update.past);
    if (isBefore(past, update.older, update.newer)) counts.olderFirst += 1;
    onPair?.();
  }
  for (const [index, { first, second, question }] of truePairs.entries()) {
    const userId = `${name}true-${index}`;
    const at = updates.length + index;
    if (await store(userId, at, { older: first, newer: second })) counts.falseLinks += 1;
    if (question !== '' && (await gateway.search(userId, question))[0] === first) counts.stableOnTop += 1;
    onPair?.();
  }
  const stable = truePairs.filter(({ question }) => question !== '').length;
  const past = updates.filter((update) => update.past !== '').length;
  return { updates: updates.length, past, stable, truePairs: truePairs.length, ...counts };
}

/** Returns whether a text was found before the other one. */
function isBefore(found: readonly string[], first: string, second: string): boolean {
  const [at, other] = [found.indexOf(first), found.indexOf(second)];
  return at >= 0 && (other < 0 || at < other);
}
