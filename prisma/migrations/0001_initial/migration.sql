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

-- Search finds an answer by the words of its question, too.
CREATE FUNCTION memory_searched_text(question text, body text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(question || ' ', '') || body;

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
    "default_project_id" TEXT,

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
    "device" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refresh_token_jtis_pkey" PRIMARY KEY ("jti")
);

-- CreateTable
CREATE TABLE "connected_apps" (
    "id" UUID NOT NULL,
    "token_prefix" VARCHAR(12) NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" VARCHAR(255) NOT NULL,
    "user_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "scopes" TEXT[],
    "redirect_uri" TEXT NOT NULL,
    "code_digest" BYTEA NOT NULL,
    "code_challenge" VARCHAR(43) NOT NULL,
    "code_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connected_apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connected_app_tokens" (
    "digest" BYTEA NOT NULL,
    "app_id" UUID NOT NULL,
    "kind" VARCHAR(8) NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "connected_app_tokens_pkey" PRIMARY KEY ("digest")
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
    "feedback_ranking" BOOLEAN NOT NULL DEFAULT true,
    "keep_deleted_text" BOOLEAN NOT NULL DEFAULT true,
    "record_search_queries" BOOLEAN NOT NULL DEFAULT true,
    "request_log_retention_days" INTEGER,
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
    "token_digest" BYTEA,
    "invited_by" UUID NOT NULL,
    "invited_user_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "declined_at" TIMESTAMPTZ(3),
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
    "question" TEXT,
    "hash" VARCHAR(32) NOT NULL,
    "dedupe_key" BYTEA,
    "source_key" BYTEA,
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
    "tsv" tsvector GENERATED ALWAYS AS (memory_tsvector("search_language", memory_searched_text("question", "text"))) STORED,
    "token_count" INTEGER GENERATED ALWAYS AS (memory_token_count(memory_tsvector("search_language", memory_searched_text("question", "text")))) STORED,
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
    "event_id" UUID,
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
CREATE TABLE "search_hits" (
    "memory_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "hits" BIGINT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "queries" JSONB NOT NULL,
    "oldest_query_at" TIMESTAMPTZ(3),

    CONSTRAINT "search_hits_pkey" PRIMARY KEY ("memory_id")
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
    "model_calls" INTEGER NOT NULL DEFAULT 0,
    "model_tokens" INTEGER NOT NULL DEFAULT 0,
    "prompt_version" VARCHAR(64),
    "requested_by" VARCHAR(64),
    "requested_key" VARCHAR(12),
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
CREATE INDEX "users_default_project_id_idx" ON "users"("default_project_id");

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
CREATE UNIQUE INDEX "connected_apps_code_digest_key" ON "connected_apps"("code_digest");

-- CreateIndex
CREATE INDEX "connected_apps_user_id_created_at_idx" ON "connected_apps"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "connected_apps_project_id_idx" ON "connected_apps"("project_id");

-- CreateIndex
CREATE INDEX "connected_apps_expires_at_idx" ON "connected_apps"("expires_at");

-- CreateIndex
CREATE INDEX "connected_app_tokens_app_id_idx" ON "connected_app_tokens"("app_id");

-- CreateIndex
CREATE INDEX "connected_app_tokens_expires_at_idx" ON "connected_app_tokens"("expires_at");

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
CREATE INDEX "invitations_invited_user_id_idx" ON "invitations"("invited_user_id");

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
CREATE INDEX "search_hits_oldest_query_at_idx" ON "search_hits"("oldest_query_at");

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
ALTER TABLE "users" ADD CONSTRAINT "users_default_project_id_fkey" FOREIGN KEY ("default_project_id") REFERENCES "projects"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token_jtis" ADD CONSTRAINT "refresh_token_jtis_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connected_apps" ADD CONSTRAINT "connected_apps_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connected_apps" ADD CONSTRAINT "connected_apps_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connected_app_tokens" ADD CONSTRAINT "connected_app_tokens_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "connected_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_user_id_fkey" FOREIGN KEY ("invited_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memories" ADD CONSTRAINT "memories_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_embeddings" ADD CONSTRAINT "memory_embeddings_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_embeddings" ADD CONSTRAINT "memory_embeddings_embedder_id_fkey" FOREIGN KEY ("embedder_id") REFERENCES "embedders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_hits" ADD CONSTRAINT "search_hits_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
CREATE INDEX "memories_source_idx" ON "memories" ("project_id", "source_key") WHERE "deleted_at" IS NULL AND "source_key" IS NOT NULL;

-- Reads see visible rows only, newest first, inside one entity.
CREATE INDEX "memories_user_idx" ON "memories" ("project_id", "user_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "user_id" IS NOT NULL;
CREATE INDEX "memories_agent_idx" ON "memories" ("project_id", "agent_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "agent_id" IS NOT NULL;
CREATE INDEX "memories_app_idx" ON "memories" ("project_id", "app_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "app_id" IS NOT NULL;
CREATE INDEX "memories_run_idx" ON "memories" ("project_id", "run_id", "sequence") WHERE "deleted_at" IS NULL AND "run_id" IS NOT NULL;
-- In the order of a hash of the ids: the first rows of a scope are a random sample of it.
CREATE INDEX "memories_sample_idx" ON "memories" ("project_id", uuid_hash_extended("id", 0)) WHERE "deleted_at" IS NULL;
CREATE INDEX "memories_user_sample_idx" ON "memories" ("project_id", "user_id", uuid_hash_extended("id", 0)) WHERE "deleted_at" IS NULL AND "user_id" IS NOT NULL;
CREATE INDEX "memories_agent_sample_idx" ON "memories" ("project_id", "agent_id", uuid_hash_extended("id", 0)) WHERE "deleted_at" IS NULL AND "agent_id" IS NOT NULL;
CREATE INDEX "memories_app_sample_idx" ON "memories" ("project_id", "app_id", uuid_hash_extended("id", 0)) WHERE "deleted_at" IS NULL AND "app_id" IS NOT NULL;
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

-- Deletions

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

-- Deletions whose memories are not all marked yet; the next request to the project marks the rest. Nearly always empty.
CREATE INDEX "deletions_unmarked_idx" ON "deletions" ("project_id", "requested_at", "id") WHERE "marked_at" IS NULL;

-- Webhooks

-- Consecutive failures of an endpoint, and until when it is left alone.
ALTER TABLE "webhooks" ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "webhooks" ADD COLUMN "paused_until" TIMESTAMPTZ(3);

-- Deliveries in a second, at most; the next ones may be taken at rate_next_at.
ALTER TABLE "webhooks" ADD COLUMN "rate_limit" INTEGER;
ALTER TABLE "webhooks" ADD COLUMN "rate_next_at" TIMESTAMPTZ(3);
-- One delivery at a time, in the order of their ids.
ALTER TABLE "webhooks" ADD COLUMN "is_ordered" BOOLEAN NOT NULL DEFAULT false;
-- Headers that users add to requests: the names, and the sealed headers.
ALTER TABLE "webhooks" ADD COLUMN "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "webhooks" ADD COLUMN "headers" BYTEA;

-- Who sends a delivery has it until then; when the process dies meanwhile, another one sends it again.
ALTER TABLE "webhook_deliveries" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "webhook_deliveries" ADD COLUMN "error_class" VARCHAR(20);
ALTER TABLE "webhook_deliveries" ADD COLUMN "replays" INTEGER NOT NULL DEFAULT 0;

-- Every attempt at a delivery.
CREATE TABLE "webhook_attempts" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "response_status" INTEGER,
    "response_body" TEXT,
    "latency_ms" DOUBLE PRECISION NOT NULL,
    "error_class" VARCHAR(20),
    "error" TEXT,
    "is_replay" BOOLEAN NOT NULL DEFAULT false,
    "request_headers" JSONB NOT NULL DEFAULT '[]',
    "response_headers" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_created_at_id_idx" ON "webhook_attempts"("delivery_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say.

ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_status_check" CHECK ("status" IN ('PENDING', 'DELIVERED', 'FAILED'));

-- Pending deliveries are taken endpoint by endpoint, so that the crowd of one does not hide those of another.
DROP INDEX "webhook_deliveries_due_idx";
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("webhook_id", "next_attempt_at", "id") WHERE "status" = 'PENDING';
-- The first pending delivery of an endpoint that receives them in order.
CREATE INDEX "webhook_deliveries_order_idx" ON "webhook_deliveries" ("webhook_id", "id") WHERE "status" = 'PENDING';
-- What is old enough to be removed.
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING brin ("created_at");

-- Idempotency

-- Answers are kept sealed, for some of them hold secrets. No answer: it was too large to keep.
ALTER TABLE "idempotency_keys" DROP COLUMN "response", ADD COLUMN "response" BYTEA;

-- RUNNING: what was written stands, and its answer is still to come; until then there is one to fall back on.
ALTER TABLE "idempotency_keys" ALTER COLUMN "status" DROP DEFAULT;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_status_check" CHECK ("status" IN ('RUNNING', 'DONE'));

-- Data operations

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
ALTER TABLE "exports" ADD COLUMN "subject" JSONB;

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

-- Re embedding

-- A vector belongs to the text that it was made of. When the text changes, its vectors of all embedders go. The change stores the vector
-- of the embedder in use; the job that completes vectors makes the others.
CREATE FUNCTION forget_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM memory_embeddings WHERE memory_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER memories_forget_embeddings AFTER UPDATE OF text ON memories
FOR EACH ROW WHEN (OLD.text IS DISTINCT FROM NEW.text) EXECUTE FUNCTION forget_embeddings();

-- Imports

-- A key that came from another server is known by its bcrypt hash alone, until its first use tells the whole key.
ALTER TABLE "api_keys" ALTER COLUMN "key_digest" DROP NOT NULL;

-- What came from another server, by its id there: another import leaves it alone, also after it was deleted here.
CREATE TABLE "imported_records" (
    "kind" VARCHAR(20) NOT NULL,
    "source_id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "imported_records_pkey" PRIMARY KEY ("kind", "source_id")
);

-- ---------------------------------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say.

ALTER TABLE "imported_records" ADD CONSTRAINT "imported_records_kind_check" CHECK ("kind" IN ('user', 'api_key', 'memory'));

-- Contains only imported keys that were not used yet.
CREATE INDEX "api_keys_undigested_idx" ON "api_keys" ("key_prefix") WHERE "key_digest" IS NULL AND "revoked_at" IS NULL;

-- Invitation roles

-- Role on the installation of the user that an invitation creates. Null: the invitation is for an existing user.
ALTER TABLE "invitations" ADD COLUMN "user_role" VARCHAR(20);

-- ---------------------------------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say.

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_role_check" CHECK ("user_role" IN ('admin', 'member'));

-- Only an invitation that creates a user has a token; only one to a project or an organization waits for an existing user.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_kind_check"
  CHECK (("user_role" IS NULL) = ("token_digest" IS NULL) AND ("user_role" IS NULL OR "invited_user_id" IS NULL));

-- Visible memories

-- Lists show memories that are not deleted. Without the others in this index, marking memories as deleted adds nothing to it, and
-- the first caller after a large deletion was accepted waits less.
DROP INDEX "memories_project_id_updated_at_id_idx";
CREATE INDEX "memories_project_id_updated_at_id_idx" ON "memories" ("project_id", "updated_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;

-- Retired embedders

-- Time since which an embedder is unused; its vectors are removed a while later.
ALTER TABLE "embedders" ADD COLUMN "retired_at" TIMESTAMPTZ(3);
UPDATE "embedders" SET "retired_at" = CURRENT_TIMESTAMP WHERE "state" = 'retired';

-- Request outcomes

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
    "memory_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "event_ids" UUID[] DEFAULT ARRAY[]::UUID[],
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

-- Takes rows whose month has no partition of its own: a clock that jumped, or a server that was off at the turn of a month. Servers
-- create the partitions of three months ahead and move rows out of here.
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

-- Audit log

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

-- Change feed

-- CreateTable
CREATE TABLE "changes" (
    "id" BIGSERIAL NOT NULL,
    "topic" VARCHAR(16) NOT NULL,
    "project_id" TEXT,
    "parent_id" TEXT,
    "subject_id" TEXT NOT NULL,
    "kind" VARCHAR(8) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "changes_project_id_topic_id_idx" ON "changes"("project_id", "topic", "id");

-- Old changes are removed by time.
CREATE INDEX "changes_created_at_idx" ON "changes" USING brin ("created_at");

-- CreateTable
CREATE TABLE "log_streams" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "project_id" TEXT,
    "name" VARCHAR(255) NOT NULL,
    "source" VARCHAR(16) NOT NULL,
    "format" VARCHAR(16) NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "credential" BYTEA NOT NULL,
    "is_signed" BOOLEAN NOT NULL,
    "is_compressed" BOOLEAN NOT NULL,
    "batch_size" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "cursor" BIGINT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" VARCHAR(500),
    "last_sent_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "log_streams_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "log_streams_organization_id_id_idx" ON "log_streams"("organization_id", "id");

-- CreateIndex
CREATE INDEX "log_streams_project_id_idx" ON "log_streams"("project_id");

-- AddForeignKey
ALTER TABLE "log_streams" ADD CONSTRAINT "log_streams_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "log_streams" ADD CONSTRAINT "log_streams_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Memory traits

-- What ranking needs to know of a text beyond its words, as a sum of bits:
-- 1 ends in a question, 2 mentions a time, 4 mentions a name or a title, 8 speaks in the first person, 16 holds a question.
CREATE FUNCTION memory_traits(body text) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    CASE WHEN body ~ '[?？؟]\W*$' THEN 1 ELSE 0 END
    + CASE WHEN body ~* '\m(yesterday|today|tonight|tomorrow|last|next|ago|since|recently|just|soon|weeks?|weekends?|months?|years?|days|couple|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|summer|winter|spring|autumn|fall|this morning|gestern|heute|morgen|vorgestern|seit|woche|monat|jahr|sommer|hier|aujourd''hui|demain|depuis|semaine|mois|an|année|ayer|hoy|mañana|desde|semana|mes|año|ieri|oggi|domani|settimana|mese|anno|ontem|hoje|amanhã|mês|ano|gisteren|vandaag|sinds|week|maand|jaar)\M|\m(19|20)\d\d\M|昨天|今天|明天|上周|去年|昨日|今日|明日|先週|年|月'
      THEN 2 ELSE 0 END
    + CASE WHEN body ~ '[[:lower:],;] [[:upper:]][[:lower:]]+' OR body ~ '["“„«「]' THEN 4 ELSE 0 END
    + CASE WHEN body ~ '\m(I|I''m|I''ve|[Mm]y|[Ww]e|[Oo]ur|me|[Ii]ch|[Mm]eine?[mnrs]?|mir|mich|[Ww]ir|[Jj]e|[Jj]''ai|[Mm]on|[Mm]a|[Mm]es|[Nn]ous|[Yy]o|[Mm]i|[Mm]is|[Ii]o|[Mm]io|[Mm]ia|[Ee]u|[Mm]eu|[Mm]inha|[Ii]k|[Mm]ijn|[Ww]ij|[Ww]e)\M|我|私|僕'
      THEN 8 ELSE 0 END
    + CASE WHEN body ~ '[?？؟]' THEN 16 ELSE 0 END
  )::smallint;

-- Content words outside questions.
CREATE FUNCTION memory_statement_tokens(language text, body text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN memory_token_count(memory_tsvector(language, regexp_replace(body, '[^.!?？؟。\n]*[?？؟]+', ' ', 'g')));

ALTER TABLE "memories"
  ADD COLUMN "traits" SMALLINT GENERATED ALWAYS AS (memory_traits("text")) STORED,
  ADD COLUMN "statement_tokens" INTEGER GENERATED ALWAYS AS (memory_statement_tokens("search_language", "text")) STORED;

-- Memory chunks

-- Vectors of what follows the beginning of a long memory. The vector of its beginning is in memory_embeddings.
CREATE TABLE "memory_chunks" (
    "memory_id" UUID NOT NULL,
    "embedder_id" INTEGER NOT NULL,
    "chunk" SMALLINT NOT NULL,
    "project_id" TEXT NOT NULL,
    "embedding" halfvec NOT NULL,
    CONSTRAINT "memory_chunks_pkey" PRIMARY KEY ("memory_id", "embedder_id", "chunk")
);

ALTER TABLE "memory_chunks" ADD CONSTRAINT "memory_chunks_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memory_chunks" ADD CONSTRAINT "memory_chunks_embedder_id_fkey" FOREIGN KEY ("embedder_id") REFERENCES "embedders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE OR REPLACE FUNCTION forget_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM memory_embeddings WHERE memory_id = NEW.id;
  DELETE FROM memory_chunks WHERE memory_id = NEW.id;
  RETURN NULL;
END $$;

-- Memory links

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

-- Erasure

-- Finds the copies of a memory's text when the memory is removed.
CREATE INDEX "events_result_ids_idx" ON "events" USING GIN ((jsonb_path_query_array("results", '$[*].id'))) WHERE "type" = 'ADD';

CREATE INDEX "webhook_deliveries_memory_idx" ON "webhook_deliveries" (("payload" #>> '{event_details,id}'));

-- Memory versions

-- Past states of memories, for reads as of a time. The present state is the row of `memories` itself, known since `known_since`.
ALTER TABLE "memories" ADD COLUMN "known_since" TIMESTAMPTZ(6);
UPDATE "memories" m SET "known_since" = coalesce((SELECT max(h.created_at) FROM memory_history h WHERE h.memory_id = m.id), m.updated_at);
ALTER TABLE "memories" ALTER COLUMN "known_since" SET DEFAULT clock_timestamp();
ALTER TABLE "memories" ALTER COLUMN "known_since" SET NOT NULL;

CREATE TABLE "memory_versions" (
    "memory_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "known_from" TIMESTAMPTZ(6) NOT NULL,
    "known_to" TIMESTAMPTZ(6) NOT NULL,
    "text" TEXT NOT NULL,
    "question" TEXT,
    "hash" VARCHAR(32) NOT NULL,
    "metadata" JSONB,
    "expiration_date" DATE,
    "immutable" BOOLEAN NOT NULL,
    "lifecycle_state" VARCHAR(20) NOT NULL,
    "replaced_by" UUID,
    "event_date" TIMESTAMPTZ(3),
    "search_language" VARCHAR(20) NOT NULL,
    "tsv" tsvector,
    "token_count" INTEGER,
    "traits" SMALLINT,
    "statement_tokens" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "memory_versions_pkey" PRIMARY KEY ("memory_id", "known_to")
);

ALTER TABLE "memory_versions" ADD CONSTRAINT "memory_versions_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Clock time instead of the time of the transaction: the row is locked, so the versions of a memory follow each other in every order of
-- commits.
CREATE FUNCTION keep_memory_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.known_since := greatest(clock_timestamp(), OLD.known_since + interval '1 microsecond');
  INSERT INTO memory_versions (memory_id, project_id, known_from, known_to, text, question, hash, metadata, expiration_date, immutable,
    lifecycle_state, replaced_by, event_date, search_language, tsv, token_count, traits, statement_tokens, created_at, updated_at)
  VALUES (OLD.id, OLD.project_id, OLD.known_since, NEW.known_since, OLD.text, OLD.question, OLD.hash, OLD.metadata, OLD.expiration_date,
    OLD.immutable, OLD.lifecycle_state, OLD.replaced_by, OLD.event_date, OLD.search_language, OLD.tsv, OLD.token_count, OLD.traits,
    OLD.statement_tokens, OLD.created_at, OLD.updated_at);
  RETURN NEW;
END $$;

-- Categories are left out: a job assigns them some moments after the memory was added.
CREATE TRIGGER memories_keep_version BEFORE UPDATE ON memories FOR EACH ROW
WHEN ((OLD.text, OLD.metadata, OLD.expiration_date, OLD.immutable, OLD.lifecycle_state, OLD.replaced_by, OLD.event_date, OLD.created_at)
  IS DISTINCT FROM
  (NEW.text, NEW.metadata, NEW.expiration_date, NEW.immutable, NEW.lifecycle_state, NEW.replaced_by, NEW.event_date, NEW.created_at))
EXECUTE FUNCTION keep_memory_version();

-- Versions of memberships

-- Which projects and organizations a user is a member of, as a version that every transaction changes that changes them. Processes keep
-- the memberships of callers in memory, and confirm the version at the beginning of each unit of work.
CREATE TABLE "membership_versions" (
    "user_id" UUID NOT NULL,
    "version" VARCHAR(20) NOT NULL,

    CONSTRAINT "membership_versions_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "membership_versions" ADD CONSTRAINT "membership_versions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As the owner of the tables: a member who removes another one may not write the other's version. In the order of ids, so that
-- transactions wait for each other instead of failing. Users who are being deleted are no longer found.
CREATE FUNCTION renew_membership_versions(members uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO membership_versions AS v (user_id, version)
  SELECT u.id, pg_current_xact_id()::text FROM users u WHERE u.id = ANY (members) ORDER BY u.id
  ON CONFLICT (user_id) DO UPDATE SET version = excluded.version WHERE v.version <> excluded.version
$$;

CREATE FUNCTION renew_version_of_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM renew_membership_versions(ARRAY[OLD.user_id, NEW.user_id]);
  RETURN NULL;
END $$;

CREATE FUNCTION renew_versions_of_project() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM renew_membership_versions(ARRAY(
    SELECT user_id FROM organization_members WHERE organization_id IN (OLD.organization_id, NEW.organization_id)
    UNION SELECT user_id FROM project_members WHERE project_id IN (OLD.id, NEW.id)));
  RETURN NULL;
END $$;

-- Roles are no part of the version: policies do not read them.
CREATE TRIGGER project_members_renew_version AFTER INSERT OR DELETE OR UPDATE OF project_id, user_id ON project_members
FOR EACH ROW EXECUTE FUNCTION renew_version_of_member();
CREATE TRIGGER organization_members_renew_version AFTER INSERT OR DELETE OR UPDATE OF organization_id, user_id ON organization_members
FOR EACH ROW EXECUTE FUNCTION renew_version_of_member();
CREATE TRIGGER projects_renew_version AFTER INSERT OR DELETE OR UPDATE OF id, organization_id ON projects
FOR EACH ROW EXECUTE FUNCTION renew_versions_of_project();

-- Row-level security

-- On Postgres, requests of callers who are not admins run under the role memory_gateway_tenant, for which these policies hold. The
-- server itself owns the tables, and owners pass. The settings are written at the beginning of each transaction; without them no row
-- is visible. Lists are texts such as ',proj_a,proj_b,.': Postgres parses an array again for each table of a statement, and estimates that
-- a condition on its elements leaves almost no row, which makes it choose a wrong index. Tables
-- of many rows have a subquery, because it runs once for each statement.
DO $$
DECLARE
  own constant text := $q$(SELECT current_setting('memory_gateway.user')::uuid)$q$;
  or_own constant text := $q$%s OR %s = current_setting('memory_gateway.user')::uuid$q$;
  -- Whether anything follows the element; a dot follows the last. Postgres estimates that "<>" leaves nearly all rows. strpos would count
  -- the characters before. Without a subquery, because each costs time in each statement, and few rows come here.
  in_rest constant text := $q$split_part(current_setting('memory_gateway.%2$s'), ',' || %1$s || ',', 2) <> ''$q$;
  -- Nearly all rows are of the first project of the list.
  is_first constant text := $q$(SELECT nullif(split_part(current_setting('memory_gateway.%2$s'), ',', 2), ''))$q$;
  in_list constant text := '(%1$s = ' || is_first || ' OR ' || in_rest || ')';
  -- For tables with few rows, and for rows that are written: each function and each subquery costs time in each statement, which here is
  -- more than their rows take.
  in_list_of_few constant text := $q$strpos(current_setting('memory_gateway.%2$s'), ',' || %1$s || ',') > 0$q$;
  in_project constant text := format(in_list, 'project_id', 'projects');
  few_in_project constant text := format(in_list_of_few, 'project_id', 'projects');
  -- Lists of projects meet many elements, each of which would search the text. A hash table, which is made once for each statement that
  -- meets another project than the first.
  is_project constant text := format($q$(id = %s
    OR id IN (SELECT unnest(string_to_array(current_setting('memory_gateway.projects'), ','))))$q$, format(is_first, 'id', 'projects'));
  in_organization constant text := format(in_list_of_few, 'organization_id', 'organizations');
  -- Also the organizations of projects that the caller entered as a guest.
  in_visible constant text := format(in_list_of_few, 'organization_id', 'visible_organizations');
  or_in_organization constant text := ' OR ' || format(in_rest, 'organization_id', 'organizations');
  -- A row of a project and of its organization must not move to a foreign one of either.
  to_place constant text := '(project_id IS NULL OR ' || few_in_project || ') AND (organization_id IS NULL OR ' || in_visible || ')';
  name text;
  condition text;
  written text;
BEGIN
  FOR name, condition, written IN VALUES
    ('memories', in_project, few_in_project),
    ('memory_history', in_project, few_in_project),
    ('memory_versions', in_project, few_in_project),
    ('memory_links', in_project, few_in_project),
    ('memory_embeddings', in_project, few_in_project),
    ('memory_chunks', in_project, few_in_project),
    ('memory_access', in_project, few_in_project),
    ('search_hits', in_project, few_in_project),
    ('entities', in_project, few_in_project),
    ('profiles', in_project, few_in_project),
    ('profile_jobs', in_project, few_in_project),
    ('profile_settings', few_in_project, few_in_project),
    ('events', in_project, few_in_project),
    ('exports', in_project, few_in_project),
    ('feedback', in_project, few_in_project),
    ('call_counts', in_project, few_in_project),
    ('webhooks', few_in_project, few_in_project),
    ('webhook_deliveries', in_project, few_in_project),
    ('webhook_attempts', in_project, few_in_project),
    ('export_chunks', 'EXISTS (SELECT FROM exports e WHERE e.id = export_id)', 'EXISTS (SELECT FROM exports e WHERE e.id = export_id)'),
    ('deletion_batches', 'EXISTS (SELECT FROM deletions d WHERE d.id = deletion_id)', 'EXISTS (SELECT FROM deletions d WHERE d.id = deletion_id)'),
    ('deletions', few_in_project || or_in_organization, to_place),
    ('log_streams', few_in_project || or_in_organization, to_place),
    ('invitations', few_in_project || or_in_organization, to_place),
    ('projects', is_project, is_project || ' AND ' || in_visible),
    ('project_members', format(or_own, few_in_project, 'user_id'), few_in_project),
    ('organizations', format(in_list_of_few, 'id', 'visible_organizations'), format(in_list_of_few, 'id', 'organizations')),
    ('organization_members', format(or_own, in_visible, 'user_id'), in_organization),
    ('api_keys', format(or_own, few_in_project, 'created_by'), format(or_own, few_in_project, 'created_by')),
    ('connected_apps', format(or_own, few_in_project, 'user_id'), format(or_own, few_in_project, 'user_id')),
    ('connected_app_tokens', 'EXISTS (SELECT FROM connected_apps a WHERE a.id = app_id)', 'EXISTS (SELECT FROM connected_apps a WHERE a.id = app_id)'),
    ('refresh_token_jtis', 'user_id = ' || own, 'user_id = ' || own)
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', name, condition, written);
  END LOOP;

  -- Logs are written by the server, except that a change adds its own row. Rows about a user or the installation have no place.
  FOR name, condition IN VALUES
    ('request_logs', format(or_own, in_project || ' OR other_project_ids && (SELECT string_to_array(current_setting(''memory_gateway.projects''), '',''))', 'user_id')),
    ('audit_logs', in_project || or_in_organization),
    ('audit_heads', format(in_list_of_few, 'chain', 'organizations')),
    ('changes', in_project),
    -- Names and addresses of users are looked up across organizations.
    ('users', 'true')
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I FOR SELECT USING (%s)', name, condition);
  END LOOP;
  EXECUTE format('CREATE POLICY tenant_insert ON audit_logs FOR INSERT WITH CHECK (%s)', to_place);
  EXECUTE format('CREATE POLICY tenant_insert ON changes FOR INSERT WITH CHECK (project_id IS NULL OR %s)', few_in_project);
  EXECUTE format('CREATE POLICY tenant_update ON users FOR UPDATE USING (id = %s)', own);
END $$;
