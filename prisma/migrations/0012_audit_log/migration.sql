-- CreateTable
CREATE TABLE "audit_logs" (
    "id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "chain" TEXT NOT NULL,
    "sequence" BIGINT,
    "previous_hash" VARCHAR(64),
    "hash" VARCHAR(64),
    "actor_type" VARCHAR(16) NOT NULL,
    "actor_id" UUID,
    "key_prefix" VARCHAR(12),
    "action" VARCHAR(64) NOT NULL,
    "target_type" VARCHAR(32) NOT NULL,
    "target_id" VARCHAR(255) NOT NULL,
    "organization_id" TEXT,
    "project_id" TEXT,
    "changes" TEXT NOT NULL,
    "reason" TEXT,
    "request_id" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_heads" (
    "chain" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" VARCHAR(64) NOT NULL,
    "signature" VARCHAR(128) NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("chain","sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_logs_chain_sequence_key" ON "audit_logs"("chain", "sequence");

-- CreateIndex
CREATE INDEX "audit_logs_project_id_id_idx" ON "audit_logs"("project_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_logs_organization_id_id_idx" ON "audit_logs"("organization_id", "id" DESC);

-- Rows that the sealer has not put into their chain yet are few.
CREATE INDEX "audit_logs_unsealed_idx" ON "audit_logs"("position") WHERE "sequence" IS NULL;
