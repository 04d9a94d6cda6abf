import type { Command } from 'commander';
import type { MemoryFilter } from '../../../client/index.js';
import { toName } from './parse-arguments.js';
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
    .option('--user-id <id>', 'user', toName)
    .option('--agent-id <id>', 'agent', toName)
    .option('--app-id <id>', 'app', toName)
    .option('--run-id <id>', 'run', toName);
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
