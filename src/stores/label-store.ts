import { isUuid } from '../ids.js';
import type { Queryable } from '@memory-gateway/database';

/** An object by its type in the audit log, such as `webhook`, and its ID. */
export interface LabeledObject {
  readonly type: string;
  readonly id: string;
}

/** An API key as logs store it. */
export interface LoggedKey {
  readonly userId: string;
  readonly keyPrefix: string;
}

/** Creates the store of the names that people gave to objects. SQL, because one statement reads many tables. */
export function labelStore(db: Queryable) {
  return {
    /** Returns the current names of objects by `type/id`. Missing and nameless objects are left out. */
    async ofObjects(objects: readonly LabeledObject[]): Promise<Map<string, string>> {
      const ids = [...new Set(objects.map(({ id }) => id))];
      const found = await db.query<{ object: string; label: string }>(OBJECTS, [ids, ids.filter(isUuid)]);
      return new Map(found.map(({ object, label }) => [object, label]));
    },

    /** Lists the labels of API keys, also revoked ones, in the order of their creation. */
    ofKeys: (keys: readonly LoggedKey[]) =>
      db.query<LoggedKey & { label: string; projectId: string | null }>(KEYS, [
        [...new Set(keys.map(({ userId }) => userId))],
        [...new Set(keys.map(({ keyPrefix }) => keyPrefix))],
      ]),
  };
}

// Each table by its primary key.
const OBJECTS = `
  SELECT 'webhook/' || id AS object, name AS label FROM webhooks WHERE id = ANY ($1::text[])
  UNION ALL SELECT 'log_stream/' || id, name FROM log_streams WHERE id = ANY ($1::text[])
  UNION ALL SELECT 'project/' || id, name FROM projects WHERE id = ANY ($1::text[])
  UNION ALL SELECT 'organization/' || id, name FROM organizations WHERE id = ANY ($1::text[])
  UNION ALL SELECT 'api_key/' || id, label FROM api_keys WHERE id = ANY ($2::uuid[])
  UNION ALL SELECT 'connected_app/' || id, client_name FROM connected_apps WHERE id = ANY ($2::uuid[])
  UNION ALL SELECT 'invitation/' || id, email FROM invitations WHERE id = ANY ($2::uuid[])
  UNION ALL SELECT 'user/' || id, coalesce(nullif(name, ''), email) FROM users WHERE id = ANY ($2::uuid[])`;

// Index: api_keys_created_by_created_at_idx.
const KEYS = `
  SELECT created_by AS user_id, key_prefix, label, project_id FROM api_keys
  WHERE created_by = ANY ($1::uuid[]) AND key_prefix = ANY ($2::text[]) ORDER BY created_at`;
