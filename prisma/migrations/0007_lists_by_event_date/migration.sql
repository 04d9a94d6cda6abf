-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "memories_event_date_idx" ON "memories" ("project_id", coalesce("event_date", "created_at") DESC, "id" DESC) WHERE "deleted_at" IS NULL;
