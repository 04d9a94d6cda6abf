-- One table in month partitions, so that old rows are dropped with their partition.
DROP TABLE "request_logs";

CREATE TABLE "request_logs" (
    "id" BIGSERIAL NOT NULL,
    "method" VARCHAR(16) NOT NULL,
    "path" VARCHAR(512) NOT NULL,
    "operation" VARCHAR(128),
    "operation_type" VARCHAR(16),
    "status_code" INTEGER NOT NULL,
    "outcome" VARCHAR(16) NOT NULL DEFAULT 'OK',
    "errors" JSONB NOT NULL DEFAULT '[]',
    "latency_ms" DOUBLE PRECISION NOT NULL,
    "auth_type" VARCHAR(32) NOT NULL DEFAULT 'none',
    "user_id" UUID,
    "key_prefix" VARCHAR(12),
    "project_id" TEXT,
    "other_project_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "request_id" VARCHAR(64) NOT NULL,
    "trace_id" VARCHAR(32),
    "client" VARCHAR(200),
    "client_version" VARCHAR(64),
    "client_address" VARCHAR(64),
    "bytes_in" BIGINT,
    "bytes_out" BIGINT,
    "database_ms" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "model_ms" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "model_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("id", "created_at")
) PARTITION BY RANGE ("created_at");

-- Takes rows whose month has no partition of its own: a clock that jumped, or a server that was off at the turn of a month.
CREATE TABLE "request_logs_other" PARTITION OF "request_logs" DEFAULT;

-- CreateIndex
CREATE INDEX "request_logs_project_id_id_idx" ON "request_logs"("project_id", "id" DESC);

-- CreateIndex
CREATE INDEX "request_logs_user_id_id_idx" ON "request_logs"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "request_logs_request_id_idx" ON "request_logs"("request_id");

-- Requests that entered several projects are few.
CREATE INDEX "request_logs_other_project_ids_idx" ON "request_logs" USING gin ("other_project_ids") WHERE "other_project_ids" <> '{}';

-- The request log is append-only and read by time.
CREATE INDEX "request_logs_created_at_idx" ON "request_logs" USING brin ("created_at");
