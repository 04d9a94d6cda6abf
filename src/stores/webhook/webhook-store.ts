import type { ProjectScope } from '../../auth/scope.js';
import type { WebhookEventType } from '../../engine/webhook/payload.js';
import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { pageBy, parameters, type Parameters } from '../sql/keyset.js';

/** An endpoint that is told of changes in a project, as its owners may see it: without the secrets. */
export interface WebhookRow {
  readonly id: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly name: string;
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
  readonly isActive: boolean;
  readonly ownerId: string | null;
  /** Null when it was made without a user, or its maker is gone. */
  readonly ownerName: string | null;
  /** Until when messages are signed with the previous secret too; null without one. */
  readonly previousSecretExpires: Date | null;
  /** Of the first failure since the last success. */
  readonly failingSince: Date | null;
  /** Why the server itself switched it off. */
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A webhook to be created. */
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

/** What of a webhook can be changed; absent stays as it is. */
export type WebhookChanges = Partial<Pick<NewWebhook, 'name' | 'url' | 'eventTypes' | 'isActive'>>;

/** Who is to be told of some changes. */
export interface Subscriber {
  readonly id: string;
  readonly eventTypes: readonly WebhookEventType[];
}

/** Webhooks. */
export function webhookStore(db: Queryable) {
  const one = async (sql: string, values: readonly unknown[]) => (await db.query<WebhookRow>(sql, values))[0] ?? null;
  return {
    /** One page, oldest first. Reads webhooks_project_id_created_at_idx. */
    list(scope: ProjectScope, window: PageWindow): Promise<WebhookRow[]> {
      const { values, bind } = parameters();
      const where = `w.project_id = ${bind(scope.projectId)}`;
      const page = pageBy({ time: 'w.created_at', id: 'w.id', direction: 'ASC' }, window, bind);
      return db.query(`${SELECT} WHERE ${where} AND ${page.beyond} ${page.rest}`, values);
    },

    async count(scope: ProjectScope): Promise<number> {
      const [row] = await db.query<{ count: number }>('SELECT count(*) FROM webhooks WHERE project_id = $1', [
        scope.projectId,
      ]);
      return row?.count ?? 0;
    },

    get: (scope: ProjectScope, id: string) =>
      one(`${SELECT} WHERE w.project_id = $1 AND w.id = $2`, [scope.projectId, id]),

    /** The project of a webhook. Says nothing about who may see it: authorize next. */
    projectOf: async (id: string) =>
      (await db.query<{ projectId: string }>('SELECT project_id FROM webhooks WHERE id = $1', [id]))[0] ?? null,

    /** Makes others that would create a webhook in the project wait for the end of the transaction, and nobody else. */
    async lockCount(scope: ProjectScope): Promise<void> {
      await db.query('SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE', [scope.projectId]);
    },

    async insert(scope: ProjectScope, webhook: NewWebhook): Promise<void> {
      const { id, name, url, eventTypes, isActive, ownerId, secret, now } = webhook;
      await db.query(INSERT, [id, scope.projectId, name, url, eventTypes, isActive, ownerId, secret, now]);
    },

    /** A change of the address, or switching it on, forgets what went wrong before. @returns whether it was there */
    async update(
      scope: ProjectScope,
      id: string,
      { changes, now }: { changes: WebhookChanges; now: Date },
    ): Promise<boolean> {
      const { values, bind } = parameters();
      const set = [...assignments(changes, bind), `updated_at = ${bind(now)}`].join(', ');
      const where = `project_id = ${bind(scope.projectId)} AND id = ${bind(id)}`;
      return (await db.query(`UPDATE webhooks SET ${set} WHERE ${where} RETURNING id`, values)).length > 0;
    },

    /** The present secret stays good until `overlapUntil`; one that was replaced before does not. @returns whether it was there */
    async rotate(
      scope: ProjectScope,
      id: string,
      next: { secret: Buffer; overlapUntil: Date; now: Date },
    ): Promise<boolean> {
      return (await db.query(ROTATE, [scope.projectId, id, next.secret, next.overlapUntil, next.now])).length > 0;
    },

    /** Its deliveries go with it. @returns whether it was there */
    async remove(scope: ProjectScope, id: string): Promise<boolean> {
      return (
        (await db.query('DELETE FROM webhooks WHERE project_id = $1 AND id = $2 RETURNING id', [scope.projectId, id]))
          .length > 0
      );
    },

    /**
     * The active webhooks that want to know of any of these types. They cannot be deleted before the transaction ends.
     * Reads webhooks_project_id_created_at_idx; a project has 50 at most.
     */
    subscribers(scope: ProjectScope, eventTypes: readonly string[]): Promise<Subscriber[]> {
      return db.query(SUBSCRIBERS, [scope.projectId, eventTypes]);
    },
  };
}

const SELECT = `
SELECT w.id, w.project_id, p.name AS project_name, w.name, w.url, w.event_types, w.is_active, w.owner_id, u.name AS owner_name,
  w.previous_secret_expires, w.failing_since, w.disabled_reason, w.created_at, w.updated_at
FROM webhooks w JOIN projects p ON p.id = w.project_id LEFT JOIN users u ON u.id = w.owner_id`;

const INSERT = `
INSERT INTO webhooks (id, project_id, name, url, event_types, is_active, owner_id, secret, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5::text[], $6, $7::uuid, $8, $9::timestamptz, $9::timestamptz)`;

const ROTATE = `
UPDATE webhooks SET secret = $3, previous_secret = secret, previous_secret_expires = $4::timestamptz, updated_at = $5::timestamptz
WHERE project_id = $1 AND id = $2 RETURNING id`;

const SUBSCRIBERS = `
SELECT w.id, w.event_types FROM webhooks w
WHERE w.project_id = $1 AND w.is_active AND w.event_types && $2::text[] ORDER BY w.created_at, w.id FOR KEY SHARE`;

function assignments({ name, url, eventTypes, isActive }: WebhookChanges, bind: Parameters['bind']): string[] {
  const set: string[] = [];
  if (name !== undefined) set.push(`name = ${bind(name)}`);
  if (url !== undefined) set.push(`url = ${bind(url)}`);
  if (eventTypes !== undefined) set.push(`event_types = ${bind(eventTypes)}::text[]`);
  if (isActive !== undefined) set.push(`is_active = ${bind(isActive)}`);
  if (url !== undefined || isActive === true) set.push('failures = 0, failing_since = NULL, paused_until = NULL');
  if (isActive === true) set.push('disabled_reason = NULL');
  return set;
}
