-- Lists show memories that are not deleted. Without the others in this index, marking memories as deleted adds nothing to it, and
-- the first caller after a large deletion was accepted waits less.
DROP INDEX "memories_project_id_updated_at_id_idx";
CREATE INDEX "memories_project_id_updated_at_id_idx" ON "memories" ("project_id", "updated_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;
