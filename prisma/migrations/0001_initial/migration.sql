-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "vector";

-- How a memory's text becomes searchable. Immutable, so that both columns below can be generated.
CREATE FUNCTION memory_tsvector(language text, body text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE language
    WHEN 'simple' THEN to_tsvector('pg_catalog.simple'::regconfig, body)
    ELSE to_tsvector('pg_catalog.english'::regconfig, body)
  END;

-- Number of positions: the document length that BM25 divides by.
CREATE FUNCTION memory_token_count(tsv tsvector) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(sum(cardinality(u.positions)), 0)::integer FROM unnest(tsv) AS u);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "email" VARCHAR(255) NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" VARCHAR(20) NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_login_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "key_prefix" VARCHAR(12) NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key_digest" BYTEA NOT NULL,
    "label" VARCHAR(255) NOT NULL,
    "created_by" UUID NOT NULL,
    "project_id" TEXT,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_token_jtis" (
    "jti" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "family_id" UUID NOT NULL,
    "successor_jti" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refresh_token_jtis_pkey" PRIMARY KEY ("jti")
);

-- CreateTable
CREATE TABLE "request_logs" (
    "id" BIGSERIAL NOT NULL,
    "method" VARCHAR(16) NOT NULL,
    "path" VARCHAR(512) NOT NULL,
    "operation" VARCHAR(128),
    "status_code" INTEGER NOT NULL,
    "latency_ms" DOUBLE PRECISION NOT NULL,
    "auth_type" VARCHAR(32) NOT NULL DEFAULT 'none',
    "user_id" UUID,
    "key_prefix" VARCHAR(12),
    "project_id" TEXT,
    "request_id" VARCHAR(64) NOT NULL,
    "client" VARCHAR(200),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" VARCHAR(255) NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_members" (
    "organization_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "role" VARCHAR(20) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_members_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "custom_categories" JSONB,
    "custom_instructions" TEXT,
    "agent_custom_instructions" TEXT,
    "multilingual" BOOLEAN NOT NULL DEFAULT false,
    "decay" BOOLEAN NOT NULL DEFAULT false,
    "extra_settings" JSONB NOT NULL DEFAULT '{}',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_members" (
    "project_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "role" VARCHAR(20) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_members_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "organization_id" TEXT,
    "project_id" TEXT,
    "email" VARCHAR(255) NOT NULL,
    "role" VARCHAR(20) NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "invited_by" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memories" (
    "id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "user_id" VARCHAR(255),
    "agent_id" VARCHAR(255),
    "app_id" VARCHAR(255),
    "run_id" VARCHAR(255),
    "text" TEXT NOT NULL,
    "hash" VARCHAR(32) NOT NULL,
    "dedupe_key" BYTEA,
    "metadata" JSONB,
    "categories" TEXT[],
    "categorized_at" TIMESTAMPTZ(3),
    "expiration_date" DATE,
    "immutable" BOOLEAN NOT NULL DEFAULT false,
    "actor" VARCHAR(255),
    "role" VARCHAR(20),
    "sequence" BIGSERIAL NOT NULL,
    "lifecycle_state" VARCHAR(20) NOT NULL DEFAULT 'active',
    "replaced_by" UUID,
    "synthesized" BOOLEAN NOT NULL DEFAULT false,
    "event_date" TIMESTAMPTZ(3),
    "search_language" VARCHAR(20) NOT NULL DEFAULT 'english',
    "tsv" tsvector GENERATED ALWAYS AS (memory_tsvector("search_language", "text")) STORED,
    "token_count" INTEGER GENERATED ALWAYS AS (memory_token_count(memory_tsvector("search_language", "text"))) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "deletion_event_id" UUID,

    CONSTRAINT "memories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memory_history" (
    "id" UUID NOT NULL,
    "memory_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "event" VARCHAR(20) NOT NULL,
    "old_memory" TEXT,
    "new_memory" TEXT,
    "input" JSONB,
    "user_id" VARCHAR(255),
    "agent_id" VARCHAR(255),
    "app_id" VARCHAR(255),
    "run_id" VARCHAR(255),
    "categories" TEXT[],
    "metadata" JSONB,
    "changed_by" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "embedders" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "dimension" INTEGER NOT NULL,
    "state" VARCHAR(20) NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "embedders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memory_embeddings" (
    "memory_id" UUID NOT NULL,
    "embedder_id" INTEGER NOT NULL,
    "project_id" TEXT NOT NULL,
    "embedding" halfvec NOT NULL,

    CONSTRAINT "memory_embeddings_pkey" PRIMARY KEY ("memory_id","embedder_id")
);

-- CreateTable
CREATE TABLE "memory_access" (
    "id" BIGSERIAL NOT NULL,
    "memory_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "accessed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_access_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entities" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "type" VARCHAR(10) NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "metadata" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "type" VARCHAR(30) NOT NULL,
    "status" VARCHAR(20) NOT NULL DEFAULT 'PENDING',
    "payload" JSONB NOT NULL DEFAULT '{}',
    "metadata" JSONB,
    "results" JSONB,
    "error" TEXT,
    "total" INTEGER,
    "completed" INTEGER NOT NULL DEFAULT 0,
    "requested_by" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "exports" (
    "id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "format" VARCHAR(10) NOT NULL DEFAULT 'json',
    "schema" JSONB,
    "filters" JSONB,
    "instructions" TEXT,
    "status" VARCHAR(20) NOT NULL DEFAULT 'PENDING',
    "content" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feedback" (
    "id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "memory_id" UUID NOT NULL,
    "feedback" VARCHAR(20),
    "feedback_reason" TEXT,
    "given_by" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "event_types" TEXT[],
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "owner_id" UUID,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_expires" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "message_id" VARCHAR(64) NOT NULL,
    "event_type" VARCHAR(40) NOT NULL,
    "payload" JSONB NOT NULL,
    "status" VARCHAR(20) NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "response_body" TEXT,
    "latency_ms" DOUBLE PRECISION,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "caller_id" VARCHAR(64) NOT NULL,
    "key" VARCHAR(128) NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" VARCHAR(20) NOT NULL DEFAULT 'RUNNING',
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("caller_id","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_digest_key" ON "api_keys"("key_digest");

-- CreateIndex
CREATE INDEX "api_keys_created_by_created_at_idx" ON "api_keys"("created_by", "created_at" DESC);

-- CreateIndex
CREATE INDEX "api_keys_project_id_idx" ON "api_keys"("project_id");

-- CreateIndex
CREATE INDEX "refresh_token_jtis_user_id_idx" ON "refresh_token_jtis"("user_id");

-- CreateIndex
CREATE INDEX "refresh_token_jtis_family_id_idx" ON "refresh_token_jtis"("family_id");

-- CreateIndex
CREATE INDEX "refresh_token_jtis_expires_at_idx" ON "refresh_token_jtis"("expires_at");

-- CreateIndex
CREATE INDEX "request_logs_project_id_id_idx" ON "request_logs"("project_id", "id" DESC);

-- CreateIndex
CREATE INDEX "organization_members_user_id_idx" ON "organization_members"("user_id");

-- CreateIndex
CREATE INDEX "projects_organization_id_created_at_id_idx" ON "projects"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "project_members_user_id_idx" ON "project_members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_digest_key" ON "invitations"("token_digest");

-- CreateIndex
CREATE INDEX "invitations_organization_id_idx" ON "invitations"("organization_id");

-- CreateIndex
CREATE INDEX "invitations_project_id_idx" ON "invitations"("project_id");

-- CreateIndex
CREATE INDEX "invitations_email_idx" ON "invitations"("email");

-- CreateIndex
CREATE INDEX "memories_project_id_created_at_id_idx" ON "memories"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "memories_project_id_updated_at_id_idx" ON "memories"("project_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "memory_history_memory_id_created_at_id_idx" ON "memory_history"("memory_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memory_history_project_id_created_at_id_idx" ON "memory_history"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "embedders_name_key" ON "embedders"("name");

-- CreateIndex
CREATE INDEX "memory_embeddings_project_id_embedder_id_idx" ON "memory_embeddings"("project_id", "embedder_id");

-- CreateIndex
CREATE INDEX "memory_access_memory_id_accessed_at_idx" ON "memory_access"("memory_id", "accessed_at" DESC);

-- CreateIndex
CREATE INDEX "entities_project_id_created_at_id_idx" ON "entities"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "entities_project_id_type_name_key" ON "entities"("project_id", "type", "name");

-- CreateIndex
CREATE INDEX "events_project_id_created_at_id_idx" ON "events"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "exports_project_id_created_at_id_idx" ON "exports"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "feedback_memory_id_key" ON "feedback"("memory_id");

-- CreateIndex
CREATE INDEX "feedback_project_id_idx" ON "feedback"("project_id");

-- CreateIndex
CREATE INDEX "webhooks_project_id_created_at_idx" ON "webhooks"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_project_id_created_at_idx" ON "webhook_deliveries"("project_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token_jtis" ADD CONSTRAINT "refresh_token_jtis_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memories" ADD CONSTRAINT "memories_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_embeddings" ADD CONSTRAINT "memory_embeddings_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_embeddings" ADD CONSTRAINT "memory_embeddings_embedder_id_fkey" FOREIGN KEY ("embedder_id") REFERENCES "embedders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_access" ADD CONSTRAINT "memory_access_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entities" ADD CONSTRAINT "entities_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say.

ALTER TABLE "users" ADD CONSTRAINT "users_role_check" CHECK ("role" IN ('admin', 'member'));
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_role_check" CHECK ("role" IN ('READER', 'OWNER'));
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_role_check" CHECK ("role" IN ('READER', 'OWNER'));
ALTER TABLE "entities" ADD CONSTRAINT "entities_type_check" CHECK ("type" IN ('user', 'agent', 'app', 'run'));
ALTER TABLE "memories" ADD CONSTRAINT "memories_scope_check" CHECK (num_nonnulls("user_id", "agent_id", "app_id", "run_id") > 0);

-- At most one default organization and project.
CREATE UNIQUE INDEX "organizations_default_key" ON "organizations" ("is_default") WHERE "is_default" AND "deleted_at" IS NULL;
CREATE UNIQUE INDEX "projects_default_key" ON "projects" ("is_default") WHERE "is_default" AND "deleted_at" IS NULL;

-- The same text is kept once per scope; decides races between simultaneous adds.
CREATE UNIQUE INDEX "memories_dedupe_key" ON "memories" ("project_id", "dedupe_key") WHERE "deleted_at" IS NULL;

-- Reads see visible rows only, newest first, inside one entity.
CREATE INDEX "memories_user_idx" ON "memories" ("project_id", "user_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "user_id" IS NOT NULL;
CREATE INDEX "memories_agent_idx" ON "memories" ("project_id", "agent_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "agent_id" IS NOT NULL;
CREATE INDEX "memories_app_idx" ON "memories" ("project_id", "app_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "app_id" IS NOT NULL;
CREATE INDEX "memories_run_idx" ON "memories" ("project_id", "run_id", "sequence") WHERE "deleted_at" IS NULL AND "run_id" IS NOT NULL;
CREATE INDEX "memories_tsv_idx" ON "memories" USING gin ("project_id", "tsv") WHERE "deleted_at" IS NULL;
CREATE INDEX "memories_metadata_idx" ON "memories" USING gin ("project_id", "metadata" jsonb_path_ops) WHERE "deleted_at" IS NULL;
-- What a deletion worker still has to remove.
CREATE INDEX "memories_deletion_idx" ON "memories" ("deletion_event_id") WHERE "deleted_at" IS NOT NULL;

-- Vectors of the built-in embedder. The dimension belongs to the embedder, hence one partial index for each.
CREATE INDEX "memory_embeddings_hnsw_1" ON "memory_embeddings" USING hnsw (("embedding"::halfvec(384)) halfvec_cosine_ops) WHERE "embedder_id" = 1;

-- The audit log is append-only and read by time.
CREATE INDEX "request_logs_created_at_idx" ON "request_logs" USING brin ("created_at");

-- Pending deliveries in the order in which they are due.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("next_attempt_at") WHERE "status" = 'PENDING';

-- What every installation starts with. Does nothing where it already stands.
CREATE FUNCTION seed_defaults() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  organization text;
BEGIN
  INSERT INTO embedders (id, name, dimension, state) VALUES (1, 'local/all-minilm-l6-v2', 384, 'active') ON CONFLICT DO NOTHING;
  PERFORM setval(pg_get_serial_sequence('embedders', 'id'), greatest((SELECT max(id) FROM embedders), 1));
  SELECT id INTO organization FROM organizations WHERE is_default AND deleted_at IS NULL;
  IF organization IS NULL THEN
    organization := 'org_' || replace(gen_random_uuid()::text, '-', '');
    INSERT INTO organizations (id, name, is_default) VALUES (organization, 'default', true);
  END IF;
  IF NOT EXISTS (SELECT FROM projects WHERE is_default AND deleted_at IS NULL) THEN
    INSERT INTO projects (id, organization_id, name, is_default)
    VALUES ('proj_' || replace(gen_random_uuid()::text, '-', ''), organization, 'default-project', true);
  END IF;
END $$;

SELECT seed_defaults();
