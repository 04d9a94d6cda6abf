-- step: transaction
-- Number of records that wait: counting them reads no record. Generated, because servers of an earlier version write batches too.
ALTER TABLE "import_batches" ADD COLUMN "size" INTEGER GENERATED ALWAYS AS (jsonb_array_length("records")) STORED;

-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "import_batches_project_id_event_id_part_idx" ON "import_batches" ("project_id", "event_id", "part");

-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "import_batches_waiting_idx" ON "import_batches" ("project_id", "event_id", "id") WHERE NOT "is_done";

-- step: alone
-- The two above serve its statements.
DROP INDEX CONCURRENTLY IF EXISTS "import_batches_project_id_event_id_id_idx";
