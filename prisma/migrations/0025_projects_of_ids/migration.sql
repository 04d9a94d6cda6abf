-- step: transaction
-- Which project an ID belongs to. In a database that is partitioned by project these views read a table of IDs, so that one lookup
-- finds the partition; here they read the tables themselves. As the caller, so that row-level security holds.
CREATE VIEW "memory_ids" WITH (security_invoker = true) AS
  SELECT m."id", m."project_id" FROM "memories" m WHERE m."deleted_at" IS NULL;
CREATE VIEW "event_ids" WITH (security_invoker = true) AS
  SELECT e."id", e."project_id" FROM "events" e;
CREATE VIEW "memory_link_ids" WITH (security_invoker = true) AS
  SELECT l."id", l."project_id", l."newer_id", l."older_id" FROM "memory_links" l;
CREATE VIEW "webhook_delivery_ids" WITH (security_invoker = true) AS
  SELECT d."id", d."project_id" FROM "webhook_deliveries" d;

CREATE OR REPLACE FUNCTION forget_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM memory_embeddings WHERE project_id = NEW.project_id AND memory_id = NEW.id;
  DELETE FROM memory_chunks WHERE project_id = NEW.project_id AND memory_id = NEW.id;
  RETURN NULL;
END $$;

-- A constraint has a name that ON CONFLICT can use, whatever its columns are.
ALTER TABLE "memory_links" ADD CONSTRAINT "memory_links_newer_id_older_id_key" UNIQUE USING INDEX "memory_links_newer_id_older_id_key";

-- step: alone
-- Vectors are read by the ID of their memory. With this index, the planner could read all vectors of a project instead.
DROP INDEX CONCURRENTLY IF EXISTS "memory_embeddings_project_id_embedder_id_idx";
