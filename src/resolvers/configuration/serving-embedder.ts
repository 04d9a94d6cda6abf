import { isDeepStrictEqual } from 'node:util';
import { operatorProject } from '../../auth/scope.js';
import type { Sealer } from '../../auth/sealed.js';
import type { Config } from '../../config.js';
import type { Services } from '../../context.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import type { Json } from '@memory-gateway/memory-engine';
import { newId } from '../../ids.js';
import { isRemoteEmbedder, vectorSpace, type EmbedderSettings } from '@memory-gateway/models';
import type { Stores } from '../../stores/create-stores.js';
import { toPlainSettings, type Layered } from './layer-settings.js';
import { sealBlock, unsealBlock } from './stored-configuration.js';

export interface Space {
  /** Name of the vector space. */
  readonly id: string;
  readonly dimension: number;
  /** Includes the sealed API key only if the key is stored. The environment's key is read from the environment. */
  readonly settings: { readonly [name: string]: Json };
}

export interface ServingRecord {
  /** Null: full-text search only, without vectors. */
  readonly serving: Space | null;
  /** Space that is being computed. Null if the configured embedder already serves. */
  readonly next: Space | null;
  /** Event of the running re-embedding. Without `next`, it computes missing vectors of `serving`. Null if none runs. */
  readonly eventId: string | null;
}

/** Name used where there is no vector space. */
export const noSpace = 'none';

const localSettings: EmbedderSettings = {
  provider: 'local',
  model: 'all-minilm-l6-v2',
  apiKey: null,
  baseUrl: null,
  dimensions: 384,
};
const localSpace: Space = { id: vectorSpace(localSettings, 384), dimension: 384, settings: { ...localSettings } };

/** Returns the stored record. Before the first change, the built-in embedder serves. */
export async function getServingRecord({ settings }: Pick<Stores, 'settings'>): Promise<ServingRecord> {
  const found = await settings.get(['internal.embedder']);
  return (
    (found['internal.embedder'] as ServingRecord | undefined) ?? {
      serving: localSpace,
      next: null,
      eventId: null,
    }
  );
}

/** Returns the settings for calling the embedder of a space. */
export async function openSpace(
  { settings }: Space,
  { sealer, config, onUnreadable }: { sealer: Sealer; config: Config; onUnreadable: () => void },
): Promise<EmbedderSettings> {
  const { apiKey, ...rest } = await unsealBlock(settings, sealer, onUnreadable);
  // This file wrote the settings.
  const { provider, model, baseUrl, dimensions } = rest as unknown as EmbedderSettings;
  const environment = isRemoteEmbedder(provider) ? config.providers[provider] : null;
  const given = apiKey ?? (baseUrl === (environment?.baseUrl ?? null) ? environment?.apiKey : null) ?? null;
  return { provider, model, baseUrl, dimensions, apiKey: given };
}

/**
 * Switches to the configured embedder: immediately if no vectors change, else by a job that computes the vectors first.
 * Requires a transaction that holds the settings lock. Does nothing until the vector length is known.
 */
export async function settleEmbedder(
  services: Pick<Services, 'sealer' | 'now'>,
  unit: UnitOfWork,
  embedder: Layered<EmbedderSettings>,
): Promise<void> {
  const isOff = embedder.provider.value === 'none';
  const space = isOff ? null : await spaceOf(services.sealer, embedder);
  if (!space && !isOff) return;
  const before = await getServingRecord(unit.stores);
  const after = await nextRecord(services, unit, { before, space });
  // Registers the spaces, so that no job removes vectors that are being computed.
  for (const known of [after.serving, after.next]) if (known) await unit.stores.vectors.embedderId(known);
  await unit.stores.reEmbedding.note(
    { serving: after.serving?.id ?? null, next: after.next?.id ?? null },
    services.now(),
  );
  if (isDeepStrictEqual(withoutKeys(before), withoutKeys(after)) && hasSameKey(embedder, before)) return;
  await unit.stores.settings.put('internal.embedder', after, services.now());
  await unit.announce('configurationChanged', { part: 'providers' });
}

async function nextRecord(
  services: Pick<Services, 'now'>,
  unit: UnitOfWork,
  { before, space }: { before: ServingRecord; space: Space | null },
): Promise<ServingRecord> {
  const settled: ServingRecord = { serving: space, next: null, eventId: null };
  const wanted = before.next ?? before.serving;
  if (space && space.id === wanted?.id && (await isUnderWay(unit, before.eventId))) {
    return before.next ? { ...before, next: space } : { ...before, serving: space };
  }
  await supersede(services, unit, before.eventId);
  if (!space) return settled;
  if (space.id === before.serving?.id) {
    // The last completion failed, so it starts again.
    if (before.eventId !== null && !before.next) await lookForMissing(unit);
    return settled;
  }
  if (!(await unit.stores.reEmbedding.hasMemories())) {
    // Repeats the search later, for memories that are being added right now.
    await lookForMissing(unit, 3_000);
    return settled;
  }
  return {
    serving: before.serving,
    next: space,
    eventId: await begin(services, unit, { from: before.serving, to: space }),
  };
}

/** Enqueues a search for memories that lack a vector of the current embedder, after `afterMs` milliseconds. */
export async function lookForMissing({ enqueue }: Pick<UnitOfWork, 'enqueue'>, afterMs = 0): Promise<void> {
  await enqueue('reEmbed', { eventId: null, completed: 0 }, { afterMs });
}

/** Starts a job with its own event that computes the missing vectors. Does nothing while another re-embedding runs. */
export async function beginMissing(services: Pick<Services, 'now'>, unit: UnitOfWork, spaceId: string): Promise<void> {
  await unit.stores.settings.lock();
  const before = await getServingRecord(unit.stores);
  if (before.serving?.id !== spaceId || before.eventId !== null) return;
  const eventId = await begin(services, unit, { from: before.serving, to: before.serving });
  await unit.stores.settings.put('internal.embedder', { ...before, eventId }, services.now());
}

async function begin(
  { now }: Pick<Services, 'now'>,
  { stores, enqueue }: UnitOfWork,
  { from, to }: { from: Space | null; to: Space },
): Promise<string> {
  const home = await stores.reEmbedding.home();
  const eventId = newId();
  const payload = { from: from?.id ?? noSpace, to: to.id, dimension: to.dimension };
  if (home) {
    await stores.events.insert(operatorProject(home), {
      id: eventId,
      type: 'RE_EMBED',
      payload,
      results: null,
      requestedBy: 'system',
      requestedKey: null,
      createdAt: now(),
    });
  }
  await enqueue('reEmbed', { eventId, completed: 0 });
  return eventId;
}

async function isUnderWay({ stores }: UnitOfWork, eventId: string | null): Promise<boolean> {
  const place = eventId === null ? null : await stores.events.projectOf(eventId);
  const home = place && (await stores.reEmbedding.home());
  const event = home && eventId !== null ? await stores.events.get(operatorProject(home), eventId) : null;
  return event?.status === 'PENDING' || event?.status === 'RUNNING';
}

async function supersede(
  { now }: Pick<Services, 'now'>,
  { stores }: UnitOfWork,
  eventId: string | null,
): Promise<void> {
  const home = eventId === null ? null : await stores.reEmbedding.home();
  if (!home || eventId === null) return;
  await stores.events.cancel(operatorProject(home), eventId, {
    at: now(),
    error: 'Another embedding model was configured.',
  });
}

async function spaceOf(sealer: Sealer, embedder: Layered<EmbedderSettings>): Promise<Space | null> {
  const { apiKey, ...settings } = toPlainSettings(embedder);
  if (settings.dimensions === null) return null;
  const key = embedder.apiKey.source === 'stored' ? apiKey : null;
  return {
    id: vectorSpace({ ...settings, apiKey }, settings.dimensions),
    dimension: settings.dimensions,
    settings: await sealBlock({ ...settings, apiKey: key }, sealer),
  };
}

// Sealing the same key twice gives different texts, so keys are excluded from the comparison.
function withoutKeys({ serving, next, eventId }: ServingRecord): unknown {
  const bare = (space: Space | null) =>
    space && { ...space, settings: { ...space.settings, sealedApiKey: null, apiKey: null } };
  return { serving: bare(serving), next: bare(next), eventId };
}

// A stored key may be a new one.
function hasSameKey({ apiKey }: Layered<EmbedderSettings>, { serving, next }: ServingRecord): boolean {
  return apiKey.source !== 'stored' && (next ?? serving)?.settings['sealedApiKey'] === undefined;
}

/** Makes an embedder whose vectors are complete the current one. */
export async function switchTo(
  { now }: Pick<Services, 'now'>,
  { stores, announce }: UnitOfWork,
  space: Space,
): Promise<void> {
  const record: ServingRecord = { serving: space, next: null, eventId: null };
  await stores.settings.put('internal.embedder', record, now());
  await stores.reEmbedding.note({ serving: space.id, next: null }, now());
  await announce('configurationChanged', { part: 'providers' });
}
