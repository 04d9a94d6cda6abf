import { prepared, prismaWrites, type Queryable, type RowOf } from '@memory-gateway/database';
import type { ProjectScope } from '../../auth/scope.js';
import type { WebhookEventType } from '../../webhooks/event-types.js';
import type { PageWindow } from '../../page.js';
import type { Prisma } from '@memory-gateway/database/prisma';
import { prismaPage } from '../keyset.js';

// Excludes the secrets and the values of custom headers.
const select = {
  id: true,
  projectId: true,
  name: true,
  url: true,
  eventTypes: true,
  isActive: true,
  /** Maximum deliveries per second. Null: no limit. */
  rateLimit: true,
  /** Whether deliveries are sent one at a time, in order. */
  isOrdered: true,
  /** Names of the custom headers, in order. */
  headerNames: true,
  ownerId: true,
  /** Time until which messages are also signed with the previous secret. Null without one. */
  previousSecretExpires: true,
  failingSince: true,
  disabledReason: true,
  createdAt: true,
  updatedAt: true,
  project: { select: { name: true } },
  owner: { select: { name: true } },
} satisfies Prisma.WebhookSelect;

/** A webhook as its owners may see it, without the secrets. */
export interface WebhookRow extends RowOf<
  Omit<Prisma.WebhookGetPayload<{ select: typeof select }>, 'project' | 'owner'>,
  'eventTypes' | 'headerNames'
> {
  readonly projectName: string;
  readonly eventTypes: readonly WebhookEventType[];
  readonly headerNames: readonly string[];
  /** Null if no user created the webhook, or if the user was deleted. */
  readonly ownerName: string | null;
}

export interface NewWebhook extends Pick<
  WebhookRow,
  'id' | 'name' | 'url' | 'eventTypes' | 'isActive' | 'rateLimit' | 'isOrdered' | 'headerNames' | 'ownerId'
> {
  /** Encrypted. Null without custom headers. */
  readonly headers: Buffer | null;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly now: Date;
}

/** Changes of a webhook. Absent fields stay unchanged. */
export type WebhookChanges = Partial<
  Pick<NewWebhook, 'name' | 'url' | 'eventTypes' | 'isActive' | 'rateLimit' | 'isOrdered' | 'headerNames' | 'headers'>
>;

export interface Subscriber {
  readonly id: string;
  readonly eventTypes: readonly WebhookEventType[];
}

/** Creates the store of webhook settings. Uses Prisma, and SQL for statements that lock or copy a column. */
export function webhookStore(db: Queryable) {
  return {
    /** Reads one page, oldest first. Index: webhooks_project_id_created_at_idx. */
    async list({ projectId }: ProjectScope, window: PageWindow): Promise<WebhookRow[]> {
      const page = prismaPage({ time: 'createdAt', direction: 'asc', hasUuids: false }, window, { projectId });
      return (await (await db.prisma()).webhook.findMany({ ...page, select })).map(toRow);
    },

    count: async ({ projectId }: ProjectScope) => (await db.prisma()).webhook.count({ where: { projectId } }),

    async find({ projectId }: ProjectScope, id: string): Promise<WebhookRow | null> {
      const found = await (await db.prisma()).webhook.findUnique({ where: { id, projectId }, select });
      return found && toRow(found);
    },

    /** Blocks other changes of the webhook until the transaction ends. */
    async lock({ projectId }: ProjectScope, id: string): Promise<void> {
      await db.execute('SELECT 1 FROM webhooks WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE', [projectId, id]);
    },

    /** Finds the project of a webhook without checking access. Call `authorize` next. */
    findProject: async (id: string) =>
      (await db.prisma()).webhook.findUnique({ where: { id }, select: { projectId: true } }),

    async insert({ projectId }: ProjectScope, row: NewWebhook): Promise<void> {
      const { now, secret, eventTypes, headerNames, headers, ...webhook } = row;
      const { webhook: webhooks } = await prismaWrites(db);
      await webhooks.create({
        data: {
          ...webhook,
          projectId,
          secret: new Uint8Array(secret),
          eventTypes: [...eventTypes],
          headerNames: [...headerNames],
          headers: headers && new Uint8Array(headers),
          createdAt: now,
          updatedAt: now,
        },
        select: { id: true },
      });
    },

    /** Resets failures if the URL changes or the webhook is enabled. @returns false if the webhook does not exist */
    async update(
      { projectId }: ProjectScope,
      id: string,
      { changes, now }: { changes: WebhookChanges; now: Date },
    ): Promise<boolean> {
      const { eventTypes, headerNames, headers, ...others } = changes;
      const data: Prisma.WebhookUncheckedUpdateManyInput = {
        ...others,
        ...(eventTypes && { eventTypes: [...eventTypes] }),
        ...(headerNames && { headerNames: [...headerNames] }),
        ...(headers !== undefined && { headers: headers && new Uint8Array(headers) }),
        ...(changes.rateLimit !== undefined && { rateNextAt: null }),
        ...((changes.url !== undefined || changes.isActive === true) && noFailures),
        ...(changes.isActive === true && { disabledReason: null }),
        updatedAt: now,
      };
      const { webhook } = await prismaWrites(db);
      return (await webhook.updateMany({ where: { id, projectId }, data })).count > 0;
    },

    /** Returns the encrypted custom headers. Null: none, or no such webhook. */
    async findHeaders({ projectId }: ProjectScope, id: string): Promise<Uint8Array | null> {
      const { webhook } = await db.prisma();
      return (await webhook.findUnique({ where: { id, projectId }, select: { headers: true } }))?.headers ?? null;
    },

    /** Replaces the secret, which stays valid until `overlapUntil`. @returns false if the webhook does not exist */
    async rotate(
      scope: ProjectScope,
      id: string,
      next: { secret: Buffer; overlapUntil: Date; now: Date },
    ): Promise<boolean> {
      return (await db.execute(ROTATE, [scope.projectId, id, next.secret, next.overlapUntil, next.now])).length > 0;
    },

    /** Deletes a webhook with its deliveries. @returns false if the webhook does not exist */
    async delete({ projectId }: ProjectScope, id: string): Promise<boolean> {
      const { webhook } = await prismaWrites(db);
      return (await webhook.deleteMany({ where: { id, projectId } })).count > 0;
    },

    /**
     * Lists the active webhooks with any of these event types, locked against deletion until the transaction ends. Runs
     * on every write of memories. Index: webhooks_project_id_created_at_idx; a project has at most 50 webhooks.
     */
    listSubscribers(scope: ProjectScope, eventTypes: readonly string[]): Promise<Subscriber[]> {
      return db.execute(SUBSCRIBERS, [scope.projectId, eventTypes]);
    },
  };
}

function toRow({ project, owner, ...row }: Prisma.WebhookGetPayload<{ select: typeof select }>): WebhookRow {
  return {
    ...row,
    eventTypes: row.eventTypes as WebhookEventType[],
    projectName: project.name,
    ownerName: owner?.name ?? null,
  };
}

const noFailures = { failures: 0, failingSince: null, pausedUntil: null };

const ROTATE = `
UPDATE webhooks SET secret = $3, previous_secret = secret, previous_secret_expires = $4::timestamptz, updated_at = $5::timestamptz
WHERE project_id = $1 AND id = $2 RETURNING id`;

const SUBSCRIBERS = prepared(`
SELECT w.id, w.event_types FROM webhooks w
WHERE w.project_id = $1 AND w.is_active AND w.event_types && $2::text[] ORDER BY w.created_at, w.id FOR KEY SHARE`);
