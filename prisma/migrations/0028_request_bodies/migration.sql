-- step: transaction
-- Bodies of requests, for projects that store them. `object_ids` are the IDs that they contain, also behind the cut, so that a deletion finds
-- them by an index.
ALTER TABLE "projects" ADD COLUMN "store_request_bodies" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "request_bodies_from" TIMESTAMPTZ(3);

CREATE TABLE "request_bodies" (
    "project_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "request" TEXT,
    "response" TEXT,
    "is_cut" BOOLEAN NOT NULL,
    "object_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_bodies_pkey" PRIMARY KEY ("project_id", "request_id"),
    CONSTRAINT "request_bodies_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "request_bodies_created_at_idx" ON "request_bodies" ("created_at");
CREATE INDEX "request_bodies_object_ids_idx" ON "request_bodies" USING gin ("object_ids");

ALTER TABLE "request_bodies" ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "request_bodies"
  USING (strpos(current_setting('memory_gateway.projects'), ',' || project_id || ',') > 0)
  WITH CHECK (strpos(current_setting('memory_gateway.projects'), ',' || project_id || ',') > 0);
