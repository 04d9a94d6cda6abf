/**
 * SQL of common table expressions that remove the hash of deleted messages from the memories extracted from them. All
 * memories of one message get the same random key, so that ranking still knows that they belong together.
 * @param gone expression with `dedupe_key` of the deleted memories
 * @param doomed SQL of the ids that the same statement deletes
 */
export const forgetMessages = (gone: string, doomed: string): string => `forgotten_keys AS MATERIALIZED (
  SELECT dedupe_key, sha256(uuid_send(gen_random_uuid())) AS random_key FROM ${gone} WHERE dedupe_key IS NOT NULL
), unlinked AS (
  UPDATE memories f SET source_key = k.random_key FROM (
    SELECT d.id, forgotten.random_key FROM forgotten_keys forgotten
    JOIN memories d ON d.project_id = $1 AND d.source_key = forgotten.dedupe_key AND d.deleted_at IS NULL
    WHERE d.id <> ALL(ARRAY(${doomed}))
    FOR UPDATE OF d SKIP LOCKED
  ) AS k WHERE f.project_id = $1 AND f.id = k.id
)`;
