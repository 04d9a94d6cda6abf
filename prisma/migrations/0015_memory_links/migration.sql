-- A newer memory that makes an older one outdated, with a probability or a decision.
CREATE TABLE "memory_links" (
    "id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "newer_id" UUID NOT NULL,
    "older_id" UUID NOT NULL,
    "probability" DOUBLE PRECISION NOT NULL,
    "relation" VARCHAR(12) NOT NULL DEFAULT 'SUPERSEDES',
    "status" VARCHAR(12) NOT NULL DEFAULT 'SUGGESTED',
    "source" VARCHAR(12) NOT NULL DEFAULT 'RULE',
    "reason" TEXT,
    "decided_by" VARCHAR(64),
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "memory_links_newer_id_older_id_key" ON "memory_links"("newer_id", "older_id");

-- CreateIndex
CREATE INDEX "memory_links_older_id_idx" ON "memory_links"("older_id");

-- CreateIndex
CREATE INDEX "memory_links_project_id_created_at_id_idx" ON "memory_links"("project_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "memory_links" ADD CONSTRAINT "memory_links_newer_id_fkey" FOREIGN KEY ("newer_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_links" ADD CONSTRAINT "memory_links_older_id_fkey" FOREIGN KEY ("older_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
