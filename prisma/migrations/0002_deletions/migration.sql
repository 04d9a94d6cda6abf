-- Every deletion of more than one thing, asked for by a filter, an entity, a project or an organization: first the order to delete,
-- then its receipt. Without foreign keys: it outlives the project and the organization that it is about.
CREATE TABLE "deletions" (
    "id" UUID NOT NULL,
    "organization_id" TEXT NOT NULL,
    "project_id" TEXT,
    "kind" VARCHAR(20) NOT NULL,
    "filter" JSONB NOT NULL,
    "condition" JSONB,
    "entity_type" VARCHAR(10),
    "entity_name" VARCHAR(255),
    "status" VARCHAR(20) NOT NULL DEFAULT 'PENDING',
    "requested_by" VARCHAR(64) NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "up_to_sequence" BIGINT,
    "marked_at" TIMESTAMPTZ(3),
    "remove_after" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "total" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,
    "restored" INTEGER NOT NULL DEFAULT 0,
    "digest" VARCHAR(64),
    "error" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "deletions_pkey" PRIMARY KEY ("id")
);

-- Ids of the memories that a running deletion has removed, for the digest of its receipt; gone when it ends.
CREATE TABLE "deletion_batches" (
    "id" BIGSERIAL NOT NULL,
    "deletion_id" UUID NOT NULL,
    "memory_ids" UUID[],

    CONSTRAINT "deletion_batches_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "deletions_project_id_requested_at_id_idx" ON "deletions"("project_id", "requested_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "deletions_organization_id_requested_at_id_idx" ON "deletions"("organization_id", "requested_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "deletion_batches_deletion_id_idx" ON "deletion_batches"("deletion_id");

-- AddForeignKey
ALTER TABLE "deletion_batches" ADD CONSTRAINT "deletion_batches_deletion_id_fkey" FOREIGN KEY ("deletion_id") REFERENCES "deletions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say.

ALTER TABLE "deletions" ADD CONSTRAINT "deletions_kind_check" CHECK ("kind" IN ('MEMORIES', 'ENTITY', 'PROJECT', 'ORGANIZATION'));
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_status_check" CHECK ("status" IN ('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'));

-- Deletions whose memories are not all marked yet: whoever enters the project finishes that first. Empty nearly always.
CREATE INDEX "deletions_unmarked_idx" ON "deletions" ("project_id", "requested_at", "id") WHERE "marked_at" IS NULL;
