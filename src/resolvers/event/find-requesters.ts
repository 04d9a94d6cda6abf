import { callerName } from '../../auth/caller.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext, Services } from '../../context.js';
import { isAllowed } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { EventRow, NewEvent } from '../../stores/event-store.js';
import type { UserRow } from '../../stores/user-store.js';
import { findUsers } from '../user/find-users.js';

/** Who requested an event. `name` is a user id, a key prefix, an auth mode, or `system`. */
export interface Requester {
  readonly name: string;
  /** Null without a user, and for removed users. */
  readonly user: UserRow | null;
  readonly keyPrefix: string | null;
}

/**
 * Finds who requested events of a project, in the order of `events`, in one statement. For loaders. Like the audit log,
 * which contains the same, this is for OWNERs. Others get null for the events of other callers.
 */
export async function findRequesters(
  ctx: AppContext,
  input: { projectId: string; events: readonly EventRow[] },
): Promise<(Requester | null)[]> {
  const hasAll = await isAllowed(enterProject(ctx, 'auditLog:read', input.projectId));
  const own = callerName(ctx.caller);
  const names = input.events.map(({ requestedBy }) => (hasAll || requestedBy === own ? requestedBy : null));
  const userIds = [...new Set(names.filter((name) => name !== null && isUuid(name)))] as string[];
  const users = userIds.length === 0 ? new Map<string, UserRow>() : await findUsers(ctx, userIds);
  return input.events.map(({ requestedKey }, at) => {
    const name = names[at] ?? null;
    return name === null ? null : { name, user: users.get(name) ?? null, keyPrefix: requestedKey };
  });
}

/** Returns the caller as an event stores it. Without a caller, the server itself made the request. */
export function toRequester(services: Services | AppContext): Pick<NewEvent, 'requestedBy' | 'requestedKey'> {
  if (!('caller' in services)) return { requestedBy: 'system', requestedKey: null };
  return { requestedBy: callerName(services.caller), requestedKey: services.caller.key?.prefix ?? null };
}

type GivenEvent = Pick<NewEvent, 'id' | 'type' | 'payload'> & Partial<NewEvent>;

/** Returns an event that the caller requests now, without results. */
export function newEvent(services: Services | AppContext, event: GivenEvent): NewEvent {
  return { results: null, ...toRequester(services), createdAt: services.now(), ...event };
}
