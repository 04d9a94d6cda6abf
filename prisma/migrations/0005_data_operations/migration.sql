-- Feedback is given by each caller, and goes with the memory that it is about.
DELETE FROM "feedback" f WHERE NOT EXISTS (SELECT FROM "memories" m WHERE m."id" = f."memory_id");
DROP INDEX "feedback_memory_id_key";

-- CreateIndex
CREATE UNIQUE INDEX "feedback_memory_id_given_by_key" ON "feedback"("memory_id", "given_by");

-- DropIndex
DROP INDEX "feedback_project_id_idx";

-- CreateIndex
CREATE INDEX "feedback_project_id_updated_at_id_idx" ON "feedback"("project_id", "updated_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The content of an export lies in chunks, which are written and read one at a time. Its event has the same id.
ALTER TABLE "exports" DROP COLUMN "content", DROP COLUMN "event_id";
ALTER TABLE "exports" ADD COLUMN "condition" JSONB;
ALTER TABLE "exports" ADD COLUMN "include_expired" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "exports" ADD COLUMN "memories" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "exports" ADD COLUMN "bytes" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "exports" ADD COLUMN "chunks" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "exports" ADD COLUMN "resume_after" JSONB;
ALTER TABLE "exports" ADD COLUMN "requested_by" VARCHAR(64);

CREATE TABLE "export_chunks" (
    "export_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "export_chunks_pkey" PRIMARY KEY ("export_id", "ordinal")
);

-- CreateIndex
CREATE INDEX "exports_expires_at_idx" ON "exports"("expires_at");

-- AddForeignKey
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Calls of a project that were counted in its request log, up to one entry: the next count begins there.
CREATE TABLE "call_counts" (
    "project_id" TEXT NOT NULL,
    "up_to_id" BIGINT NOT NULL,
    "retrievals" BIGINT NOT NULL,
    "api_retrievals" BIGINT NOT NULL,

    CONSTRAINT "call_counts_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "call_counts" ADD CONSTRAINT "call_counts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "events_project_id_type_idx" ON "events"("project_id", "type");

-- How profiles are made in a project.
CREATE TABLE "profile_settings" (
    "project_id" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "schema" JSONB,
    "custom_instructions" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_settings_pkey" PRIMARY KEY ("project_id")
);

-- What is known of an entity, in short. Goes with the entity.
CREATE TABLE "profiles" (
    "project_id" TEXT NOT NULL,
    "entity_type" VARCHAR(10) NOT NULL,
    "entity_name" VARCHAR(255) NOT NULL,
    "status" VARCHAR(20) NOT NULL DEFAULT 'PENDING',
    "profile" JSONB NOT NULL DEFAULT '{}',
    "source_ids" UUID[],
    "error" TEXT,
    "generation_count" INTEGER NOT NULL DEFAULT 0,
    "event_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("project_id", "entity_type", "entity_name")
);

-- AddForeignKey
ALTER TABLE "profile_settings" ADD CONSTRAINT "profile_settings_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_project_id_entity_type_entity_name_fkey" FOREIGN KEY ("project_id", "entity_type", "entity_name") REFERENCES "entities"("project_id", "type", "name") ON DELETE CASCADE ON UPDATE CASCADE;

-- An order to make profiles. Its event has the same id. Who repeats an order with its idempotency key gets the first one again.
CREATE TABLE "profile_jobs" (
    "id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "operation" VARCHAR(10) NOT NULL,
    "entity_type" VARCHAR(10) NOT NULL,
    "entity_names" TEXT[],
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "requested_by" VARCHAR(64) NOT NULL,
    "idempotency_key" VARCHAR(128),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "profile_jobs_project_id_requested_by_idempotency_key_key" ON "profile_jobs"("project_id", "requested_by", "idempotency_key");

-- AddForeignKey
ALTER TABLE "profile_jobs" ADD CONSTRAINT "profile_jobs_id_fkey" FOREIGN KEY ("id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say.

ALTER TABLE "feedback" ADD CONSTRAINT "feedback_feedback_check" CHECK ("feedback" IN ('POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE'));
ALTER TABLE "exports" ADD CONSTRAINT "exports_format_check" CHECK ("format" IN ('json', 'jsonl', 'csv'));
ALTER TABLE "exports" ADD CONSTRAINT "exports_status_check" CHECK ("status" IN ('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'));
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_status_check" CHECK ("status" IN ('PENDING', 'SUCCEEDED', 'FAILED', 'INSUFFICIENT_DATA'));
