-- step: repeat

-- Up to version 0.3.4, a memory stayed superseded or merged when the memory that replaced it was deleted. It becomes current, as a deletion
-- makes it today: with a row of history, and with a change for live streams, which would show its old state otherwise. Memories that another
-- memory replaces by a confirmed link keep their state, and so do the memories of a deletion. Locks rows in the order of deletions: the newer
-- memory first, so that the undo of a deletion is waited for.
WITH due AS MATERIALIZED (
  SELECT m.project_id, m.id, m.replaced_by FROM memories m
  WHERE m.lifecycle_state <> 'active' AND m.replaced_by IS NOT NULL AND m.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM memories r WHERE r.project_id = m.project_id AND r.id = m.replaced_by AND r.deleted_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM memory_links l JOIN memories n ON n.project_id = l.project_id AND n.id = l.newer_id AND n.deleted_at IS NULL
      WHERE l.project_id = m.project_id AND l.older_id = m.id AND l.status = 'CONFIRMED')
  LIMIT 1000
), hidden AS MATERIALIZED (
  SELECT r.project_id, r.id, r.deleted_at FROM memories r
  WHERE (r.project_id, r.id) IN (SELECT d.project_id, d.replaced_by FROM due d) ORDER BY r.id FOR SHARE
), held AS MATERIALIZED (
  SELECT m.project_id, m.id FROM memories m JOIN due d ON d.project_id = m.project_id AND d.id = m.id
  WHERE m.replaced_by = d.replaced_by AND m.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM hidden h WHERE h.project_id = d.project_id AND h.id = d.replaced_by AND h.deleted_at IS NULL)
  ORDER BY m.id FOR NO KEY UPDATE OF m
), changed AS (
  UPDATE memories m SET lifecycle_state = 'active', replaced_by = NULL, updated_at = now()
  FROM held h WHERE m.project_id = h.project_id AND m.id = h.id
  RETURNING m.project_id, m.id, m.text, m.user_id, m.agent_id, m.app_id, m.run_id, m.categories, m.metadata
), recorded AS (
  INSERT INTO memory_history (id, memory_id, project_id, event, old_memory, new_memory, user_id, agent_id, app_id, run_id, categories, metadata,
    created_at, updated_at)
  SELECT gen_random_uuid(), c.id, c.project_id, 'RESTORE', c.text, c.text, c.user_id, c.agent_id, c.app_id, c.run_id, c.categories, c.metadata, now(), now()
  FROM changed c
), writer AS MATERIALIZED (
  -- Readers of changes wait for the transactions that hold this lock, which is taken before the numbers of the rows.
  SELECT pg_advisory_xact_lock_shared(72707372) AS locked FROM (SELECT count(*) FROM changed) AS all_changed
), told AS (
  INSERT INTO changes (topic, project_id, subject_id, kind, created_at)
  SELECT 'memory', c.project_id, c.id::text, 'UPDATE', now() FROM writer, changed c
)
SELECT pg_notify('memory_gateway', jsonb_build_object('from', '0040_current_after_deletions', 'topic', 'memoryChanged',
  'message', jsonb_build_object('projectId', c.project_id, 'memoryIds', jsonb_build_array(c.id), 'change', 'UPDATE'))::text)
FROM changed c;
