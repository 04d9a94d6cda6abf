import type { ProjectScope } from '../../auth/scope.js';
import type { WebhookEventType } from '../../engine/webhook/event-types.js';
import type { PageWindow } from '../../page.js';
import type { Prisma } from '../../generated/prisma/client.js';
import { prismaWrites, type Queryable } from '../database/open-database.js';
import { prismaPage } from '../sql/keyset.js';

/** An endpoint that receives events of a project, as its owners may see it: without the secrets. */
export interface WebhookRow {
  readonly id: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly name: string;
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
  readonly isActive: boolean;
  readonly ownerId: string | null;
  /** Null when no user created the webhook, or the user was deleted. */
  readonly ownerName: string | null;
  /** End of the time in which messages are signed with the previous secret too; null without one. */
  readonly previousSecretExpires: Date | null;
  /** Time of the first failure since the last success. */
  readonly failingSince: Date | null;
  /** Why the server switched the webhook off; null when the server did not. */
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewWebhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
  readonly isActive: boolean;
  readonly ownerId: string | null;
  /** Sealed. */
  readonly secret: Buffer;
  readonly now: Date;
}

/** Changes of a webhook; absent fields stay as they are. */
export type WebhookChanges = Partial<Pick<NewWebhook, 'name' | 'url' | 'eventTypes' | 'isActive'>>;

export interface Subscriber {
  readonly id: string;
  readonly eventTypes: readonly WebhookEventType[];
}

/** Settings of webhooks. Typed Prisma, because they are few and change rarely; SQL where a statement takes a lock or copies a column. */
export function webhookStore(db: Queryable) {
  return {
    /** One page, oldest first. Reads webhooks_project_id_created_at_idx. */
    async list({ projectId }: ProjectScope, window: PageWindow): Promise<WebhookRow[]> {
      const page = prismaPage({ time: 'createdAt', direction: 'asc', hasUuids: false }, window);
      const { orderBy, take } = page;
      const where = { AND: [{ projectId }, page.where] };
      return (await (await db.prisma()).webhook.findMany({ where, orderBy, take, select })).map(toRow);
    },

    count: async ({ projectId }: ProjectScope) => (await db.prisma()).webhook.count({ where: { projectId } }),

    async find({ projectId }: ProjectScope, id: string): Promise<WebhookRow | null> {
      const found = await (await db.prisma()).webhook.findUnique({ where: { id, projectId }, select });
      return found && toRow(found);
    },

    /** The project of a webhook. Does not check who may see the webhook: authorize next. */
    findProject: async (id: string) =>
      (await db.prisma()).webhook.findUnique({ where: { id }, select: { projectId: true } }),

    /** Makes transactions that would create a webhook in the project wait for the end of this one, and no other. */
    async lockCount(scope: ProjectScope): Promise<void> {
      await db.query('SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE', [scope.projectId]);
    },

    async insert({ projectId }: ProjectScope, { now, secret, eventTypes, ...webhook }: NewWebhook): Promise<void> {
      const { webhook: webhooks } = await prismaWrites(db);
      await webhooks.create({
        data: {
          ...webhook,
          projectId,
          secret: new Uint8Array(secret),
          eventTypes: [...eventTypes],
          createdAt: now,
          updatedAt: now,
        },
        select: { id: true },
      });
    },

    /** Forgets earlier failures if the URL changes or the webhook is switched on. @returns false when the webhook does not exist */
    async update(
      { projectId }: ProjectScope,
      id: string,
      { changes, now }: { changes: WebhookChanges; now: Date },
    ): Promise<boolean> {
      const { eventTypes, ...others } = changes;
      const data: Prisma.WebhookUncheckedUpdateManyInput = {
        ...others,
        ...(eventTypes && { eventTypes: [...eventTypes] }),
        ...((changes.url !== undefined || changes.isActive === true) && noFailures),
        ...(changes.isActive === true && { disabledReason: null }),
        updatedAt: now,
      };
      const { webhook } = await prismaWrites(db);
      return (await webhook.updateMany({ where: { id, projectId }, data })).count > 0;
    },

    /** Replaces the secret. The present one stays valid until `overlapUntil`, an older one does not. @returns false when the webhook does not exist */
    async rotate(
      scope: ProjectScope,
      id: string,
      next: { secret: Buffer; overlapUntil: Date; now: Date },
    ): Promise<boolean> {
      return (await db.query(ROTATE, [scope.projectId, id, next.secret, next.overlapUntil, next.now])).length > 0;
    },

    /** Deletes a webhook with its deliveries. @returns false when the webhook does not exist */
    async delete({ projectId }: ProjectScope, id: string): Promise<boolean> {
      const { webhook } = await prismaWrites(db);
      return (await webhook.deleteMany({ where: { id, projectId } })).count > 0;
    },

    /**
     * The active webhooks that subscribe to any of these types. They cannot be deleted before the transaction ends.
     * Every write of memories asks. Reads webhooks_project_id_created_at_idx; a project has 50 webhooks at most.
     */
    listSubscribers(scope: ProjectScope, eventTypes: readonly string[]): Promise<Subscriber[]> {
      return db.query(SUBSCRIBERS, [scope.projectId, eventTypes]);
    },
  };
}

// Never the secrets.
const select = {
  id: true,
  projectId: true,
  name: true,
  url: true,
  eventTypes: true,
  isActive: true,
  ownerId: true,
  previousSecretExpires: true,
  failingSince: true,
  disabledReason: true,
  createdAt: true,
  updatedAt: true,
  project: { select: { name: true } },
  owner: { select: { name: true } },
} satisfies Prisma.WebhookSelect;

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

const SUBSCRIBERS = `
SELECT w.id, w.event_types FROM webhooks w
WHERE w.project_id = $1 AND w.is_active AND w.event_types && $2::text[] ORDER BY w.created_at, w.id FOR KEY SHARE`;
