-- step: transaction
-- Records of imports that wait for their job. A batch that is done keeps its counts alone until its import ends. Without a foreign key to
-- the event, whose table can be partitioned.
CREATE TABLE "import_batches" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "records" JSONB NOT NULL,
    "is_done" BOOLEAN NOT NULL DEFAULT false,
    "imported" INTEGER NOT NULL DEFAULT 0,
    "known" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "import_batches_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "import_batches_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "import_batches_project_id_event_id_id_idx" ON "import_batches" ("project_id", "event_id", "id");

ALTER TABLE "import_batches" ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "import_batches"
  USING (strpos(current_setting('memory_gateway.projects'), ',' || project_id || ',') > 0)
  WITH CHECK (strpos(current_setting('memory_gateway.projects'), ',' || project_id || ',') > 0);
