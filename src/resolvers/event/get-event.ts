import { enterProject, enterProjectOf } from '../../auth/enter-project.js';
import { catchUp, type AppContext } from '../../context.js';
import { ValidationError, orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { EventRow } from '../../stores/event-store.js';

/** Returns an event by id, optionally within a project. @throws ValidationError for a malformed id; NotFoundError */
export async function getEvent(
  ctx: AppContext,
  input: { id: string; projectId?: string | null | undefined },
): Promise<EventRow> {
  const scope = input.projectId == null ? null : await enterProject(ctx, 'memory:read', input.projectId);
  if (!isUuid(input.id)) throw new ValidationError({ id: ['`eventId` should be a valid UUID'] });
  if (!scope) return findEvent(ctx, { id: input.id });
  return findEventIn(ctx, scope, input.id);
}

/** Returns an event of any project, like `getEvent`. */
export async function findEvent(ctx: AppContext, input: { id: string }): Promise<EventRow> {
  if (!isUuid(input.id)) throw new ValidationError({ id: ['`eventId` should be a valid UUID'] });
  const place = await ctx.stores.events.projectOf(input.id);
  return findEventIn(ctx, await enterProjectOf(ctx, 'memory:read', { place, noun: 'Event' }), input.id);
}

async function findEventIn(ctx: AppContext, scope: ProjectScope, id: string): Promise<EventRow> {
  const event = orNotFound(await ctx.stores.events.get(scope, id), 'Event');
  ctx.noteObjects('event', [event.id]);
  // A caller who knows that the work is done looks for what it stored.
  if (event.status === 'SUCCEEDED') await catchUp(ctx);
  return event;
}
