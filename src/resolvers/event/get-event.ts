import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { NotFoundError, notFound, ValidationError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { EventRow } from '../../stores/event-store.js';

/** Returns an event by id, optionally within a project. @throws ValidationError for a malformed id; NotFoundError */
export async function getEvent(
  ctx: AppContext,
  input: { id: string; projectId?: string | null | undefined },
): Promise<EventRow> {
  const scope = input.projectId == null ? null : await enterProject(ctx, 'memory:read', input.projectId);
  if (!isUuid(input.id)) throw new ValidationError({ id: ['`eventId` should be a valid UUID'] });
  if (!scope) return findEvent(ctx, { id: input.id });
  const event = await ctx.stores.events.get(scope, input.id);
  if (!event) throw notFound('Event');
  ctx.noteObjects('event', [event.id]);
  return event;
}

/** Returns an event of any project, like `getEvent`. */
export async function findEvent(ctx: AppContext, input: { id: string }): Promise<EventRow> {
  if (!isUuid(input.id)) throw new ValidationError({ id: ['`eventId` should be a valid UUID'] });
  const place = await ctx.stores.events.projectOf(input.id);
  if (!place) throw notFound('Event');
  const scope = await enterProject(ctx, 'memory:read', place.projectId).catch((error: unknown) => {
    // The error of a hidden project would reveal that the event exists.
    throw error instanceof NotFoundError ? notFound('Event') : error;
  });
  const event = await ctx.stores.events.get(scope, input.id);
  if (!event) throw notFound('Event');
  ctx.noteObjects('event', [event.id]);
  return event;
}
