import { InvalidArgumentError, type Command } from 'commander';
import type { MemoryFilter } from '../../../client/index.js';
import type { RemoteOptions } from './connection.js';

export interface OwnerOptions extends RemoteOptions {
  readonly project?: string;
  readonly userId?: string;
  readonly agentId?: string;
  readonly appId?: string;
  readonly runId?: string;
}

/** Adds `--project` and one option for each kind of owner. */
export function withOwner(command: Command): Command {
  return command
    .option('--project <id>', 'project (default: the project of the key, or your default project)')
    .option('--user-id <id>', 'user')
    .option('--agent-id <id>', 'agent')
    .option('--app-id <id>', 'app')
    .option('--run-id <id>', 'run');
}

export interface StateOptions {
  readonly latestOnly?: boolean;
  readonly includeMerged?: boolean;
  readonly showExpired?: boolean;
}

/** Adds the options that select memories by their state. */
export function withStates(command: Command): Command {
  return command
    .option('--latest-only', 'omit superseded memories, and those outdated with a probability of .7 or more')
    .option('--include-merged', 'include memories that were merged into others')
    .option('--show-expired', 'include expired memories');
}

/** Returns the variables of {@link withStates}. */
export function toStates({ latestOnly, includeMerged, showExpired }: StateOptions) {
  return { latestOnly, includeMerged, includeExpired: showExpired };
}

/** Converts the owner options to a filter. Undefined without an owner. */
export function toFilter({ userId, agentId, appId, runId }: OwnerOptions): MemoryFilter | undefined {
  const owners = Object.entries({ userId, agentId, appId, runId }).filter(([, value]) => value !== undefined);
  return owners.length === 0 ? undefined : Object.fromEntries(owners.map(([name, eq]) => [name, { eq }]));
}

/** Formats a memory's owners for tables, separated by spaces. */
export function formatOwners(memory: Record<'userId' | 'agentId' | 'appId' | 'runId', string | null>): string {
  const { userId, agentId, appId, runId } = memory;
  return [userId, agentId, appId, runId].filter((owner) => owner !== null).join(' ');
}

/** Returns a parser of whole numbers from 1 to `most`. */
export function toCount(most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Use a whole number from 1 to ${most}.`);
  };
}

/** Parses a score from 0 to 1. */
export function toScore(text: string): number {
  const score = text.trim() === '' ? NaN : Number(text);
  if (score >= 0 && score <= 1) return score;
  throw new InvalidArgumentError('Use a number from 0 to 1.');
}

/** Parses a day or a time to ISO 8601, by default in UTC. */
export function toTime(text: string): string {
  const hasZone = !text.includes('T') || /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : NaN;
  if (Number.isNaN(at)) throw new InvalidArgumentError('Use a day (2026-05-31) or a time (2026-05-31T12:00:00Z).');
  return new Date(at).toISOString();
}
