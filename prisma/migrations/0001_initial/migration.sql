-- The whole schema. prisma/schema.prisma holds the part that Prisma can express; checks, generated columns, partial, GIN, BRIN and
-- HNSW indexes, functions and triggers exist only here. test/stores/migrate-drift.test.ts compares the two.

CREATE EXTENSION IF NOT EXISTS "btree_gin";
CREATE EXTENSION IF NOT EXISTS "vector";

-- Both functions are immutable, because generated columns require that.
CREATE FUNCTION memory_tsvector(language text, body text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE language
    WHEN 'simple' THEN to_tsvector('pg_catalog.simple'::regconfig, body)
    ELSE to_tsvector('pg_catalog.english'::regconfig, body)
  END;

-- The number of positions: the document length in BM25.
CREATE FUNCTION memory_token_count(tsv tsvector) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(sum(cardinality(u.positions)), 0)::integer FROM unnest(tsv) AS u);

-- A person who can sign in.
CREATE TABLE "users" (
  "id" UUID NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "email" VARCHAR(255) NOT NULL,
  "password_hash" TEXT NOT NULL,
  "role" VARCHAR(20) NOT NULL DEFAULT 'member',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_login_at" TIMESTAMPTZ(3),
  CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "users_role_check" CHECK ("role" IN ('admin', 'member'))
);
CREATE UNIQUE INDEX "users_email_key" ON "users" ("email");

CREATE TABLE "organizations" (
  "id" TEXT NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "is_default" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deleted_at" TIMESTAMPTZ(3),
  CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);
-- At most one default organization.
CREATE UNIQUE INDEX "organizations_default_key" ON "organizations" ("is_default") WHERE "is_default" AND "deleted_at" IS NULL;

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
  CONSTRAINT "projects_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "projects_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "projects_organization_id_created_at_id_idx" ON "projects" ("organization_id", "created_at", "id");
-- At most one default project.
CREATE UNIQUE INDEX "projects_default_key" ON "projects" ("is_default") WHERE "is_default" AND "deleted_at" IS NULL;

CREATE TABLE "organization_members" (
  "organization_id" TEXT NOT NULL,
  "user_id" UUID NOT NULL,
  "role" VARCHAR(20) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "organization_members_pkey" PRIMARY KEY ("organization_id", "user_id"),
  CONSTRAINT "organization_members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "organization_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "organization_members_role_check" CHECK ("role" IN ('READER', 'OWNER'))
);
CREATE INDEX "organization_members_user_id_idx" ON "organization_members" ("user_id");

CREATE TABLE "project_members" (
  "project_id" TEXT NOT NULL,
  "user_id" UUID NOT NULL,
  "role" VARCHAR(20) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "project_members_pkey" PRIMARY KEY ("project_id", "user_id"),
  CONSTRAINT "project_members_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "project_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "project_members_role_check" CHECK ("role" IN ('READER', 'OWNER'))
);
CREATE INDEX "project_members_user_id_idx" ON "project_members" ("user_id");

-- `user_role` is the role on the installation that the invited person receives.
CREATE TABLE "invitations" (
  "id" UUID NOT NULL,
  "organization_id" TEXT,
  "project_id" TEXT,
  "email" VARCHAR(255) NOT NULL,
  "role" VARCHAR(20) NOT NULL,
  "user_role" VARCHAR(20) NOT NULL DEFAULT 'member',
  "token_digest" BYTEA NOT NULL,
  "invited_by" UUID NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "accepted_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "invitations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "invitations_user_role_check" CHECK ("user_role" IN ('admin', 'member'))
);
CREATE UNIQUE INDEX "invitations_token_digest_key" ON "invitations" ("token_digest");
CREATE INDEX "invitations_organization_id_idx" ON "invitations" ("organization_id");
CREATE INDEX "invitations_project_id_idx" ON "invitations" ("project_id");
CREATE INDEX "invitations_email_idx" ON "invitations" ("email");

-- `key_digest` is the indexed lookup. An imported key has only a bcrypt hash until its first use reveals the whole key.
CREATE TABLE "api_keys" (
  "id" UUID NOT NULL,
  "key_prefix" VARCHAR(12) NOT NULL,
  "key_hash" TEXT NOT NULL,
  "key_digest" BYTEA,
  "label" VARCHAR(255) NOT NULL,
  "created_by" UUID NOT NULL,
  "project_id" TEXT,
  "read_only" BOOLEAN NOT NULL DEFAULT false,
  "expires_at" TIMESTAMPTZ(3),
  "last_used_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "api_keys_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "api_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "api_keys_key_digest_key" ON "api_keys" ("key_digest");
CREATE INDEX "api_keys_created_by_created_at_idx" ON "api_keys" ("created_by", "created_at" DESC);
CREATE INDEX "api_keys_project_id_idx" ON "api_keys" ("project_id");
-- Imported keys that were not used yet; usually empty.
CREATE INDEX "api_keys_undigested_idx" ON "api_keys" ("key_prefix") WHERE "key_digest" IS NULL AND "revoked_at" IS NULL;

-- One row per refresh token. The tokens of one sign-in share a family.
CREATE TABLE "refresh_token_jtis" (
  "jti" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "family_id" UUID NOT NULL,
  "successor_jti" UUID,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "refresh_token_jtis_pkey" PRIMARY KEY ("jti"),
  CONSTRAINT "refresh_token_jtis_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "refresh_token_jtis_user_id_idx" ON "refresh_token_jtis" ("user_id");
CREATE INDEX "refresh_token_jtis_family_id_idx" ON "refresh_token_jtis" ("family_id");
CREATE INDEX "refresh_token_jtis_expires_at_idx" ON "refresh_token_jtis" ("expires_at");

-- Settings of the installation. Secret values are sealed.
CREATE TABLE "settings" (
  "key" VARCHAR(255) NOT NULL,
  "value" JSONB NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- One row per embedding model. `retired_at`: when the model was last in use; its embeddings are deleted later.
CREATE TABLE "embedders" (
  "id" SERIAL NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "dimension" INTEGER NOT NULL,
  "state" VARCHAR(20) NOT NULL DEFAULT 'active',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "retired_at" TIMESTAMPTZ(3),
  CONSTRAINT "embedders_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "embedders_name_key" ON "embedders" ("name");

-- `tsv` and `token_count` are generated from the text, so full-text search can never be stale.
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
  CONSTRAINT "memories_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "memories_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "memories_scope_check" CHECK (num_nonnulls("user_id", "agent_id", "app_id", "run_id") > 0)
);
CREATE INDEX "memories_project_id_created_at_id_idx" ON "memories" ("project_id", "created_at" DESC, "id" DESC);
-- Stores each text once per scope; decides races between concurrent adds.
CREATE UNIQUE INDEX "memories_dedupe_key" ON "memories" ("project_id", "dedupe_key") WHERE "deleted_at" IS NULL;
-- Lists return visible rows only. Leaving out deleted rows keeps marking cheap: a mark adds no index entry here.
CREATE INDEX "memories_project_id_updated_at_id_idx" ON "memories" ("project_id", "updated_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;
-- Lists of one entity, newest first.
CREATE INDEX "memories_user_idx" ON "memories" ("project_id", "user_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "user_id" IS NOT NULL;
CREATE INDEX "memories_agent_idx" ON "memories" ("project_id", "agent_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "agent_id" IS NOT NULL;
CREATE INDEX "memories_app_idx" ON "memories" ("project_id", "app_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "app_id" IS NOT NULL;
CREATE INDEX "memories_run_idx" ON "memories" ("project_id", "run_id", "sequence") WHERE "deleted_at" IS NULL AND "run_id" IS NOT NULL;
CREATE INDEX "memories_tsv_idx" ON "memories" USING gin ("project_id", "tsv") WHERE "deleted_at" IS NULL;
CREATE INDEX "memories_metadata_idx" ON "memories" USING gin ("project_id", "metadata" jsonb_path_ops) WHERE "deleted_at" IS NULL;
-- Rows that a deletion job still has to remove.
CREATE INDEX "memories_deletion_idx" ON "memories" ("deletion_event_id") WHERE "deleted_at" IS NOT NULL;

-- Embeddings are separate from memories, so that a new model adds rows instead of changing a column.
CREATE TABLE "memory_embeddings" (
  "memory_id" UUID NOT NULL,
  "embedder_id" INTEGER NOT NULL,
  "project_id" TEXT NOT NULL,
  "embedding" halfvec NOT NULL,
  CONSTRAINT "memory_embeddings_pkey" PRIMARY KEY ("memory_id", "embedder_id"),
  CONSTRAINT "memory_embeddings_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "memory_embeddings_embedder_id_fkey" FOREIGN KEY ("embedder_id") REFERENCES "embedders" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "memory_embeddings_project_id_embedder_id_idx" ON "memory_embeddings" ("project_id", "embedder_id");
-- Embeddings of the built-in model. The dimension belongs to the model, hence one partial index per model.
CREATE INDEX "memory_embeddings_hnsw_1" ON "memory_embeddings" USING hnsw (("embedding"::halfvec(384)) halfvec_cosine_ops) WHERE "embedder_id" = 1;

-- An embedding belongs to the text it was made from. A new text invalidates the embeddings of all models: the writer stores the
-- one of the current model, and a background job restores the others.
CREATE FUNCTION forget_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM memory_embeddings WHERE memory_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER memories_forget_embeddings AFTER UPDATE OF text ON memories
FOR EACH ROW WHEN (OLD.text IS DISTINCT FROM NEW.text) EXECUTE FUNCTION forget_embeddings();

-- When searches returned a memory, for decay.
CREATE TABLE "memory_access" (
  "id" BIGSERIAL NOT NULL,
  "memory_id" UUID NOT NULL,
  "project_id" TEXT NOT NULL,
  "accessed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "memory_access_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "memory_access_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "memory_access_memory_id_accessed_at_idx" ON "memory_access" ("memory_id", "accessed_at" DESC);

-- Every change of a memory. No foreign key: the history outlives the memory.
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
CREATE INDEX "memory_history_memory_id_created_at_id_idx" ON "memory_history" ("memory_id", "created_at", "id");
CREATE INDEX "memory_history_project_id_created_at_id_idx" ON "memory_history" ("project_id", "created_at" DESC, "id" DESC);

-- The users, agents, apps and runs that memories belong to.
CREATE TABLE "entities" (
  "id" BIGSERIAL NOT NULL,
  "project_id" TEXT NOT NULL,
  "type" VARCHAR(10) NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "metadata" JSONB,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "entities_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "entities_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "entities_type_check" CHECK ("type" IN ('user', 'agent', 'app', 'run'))
);
CREATE INDEX "entities_project_id_created_at_id_idx" ON "entities" ("project_id", "created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "entities_project_id_type_name_key" ON "entities" ("project_id", "type", "name");

-- Each caller gives feedback once per memory. Feedback is deleted with the memory.
CREATE TABLE "feedback" (
  "id" UUID NOT NULL,
  "project_id" TEXT NOT NULL,
  "memory_id" UUID NOT NULL,
  "feedback" VARCHAR(20),
  "feedback_reason" TEXT,
  "given_by" VARCHAR(64),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "feedback_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "feedback_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "feedback_feedback_check" CHECK ("feedback" IN ('POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE'))
);
CREATE INDEX "feedback_project_id_updated_at_id_idx" ON "feedback" ("project_id", "updated_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "feedback_memory_id_given_by_key" ON "feedback" ("memory_id", "given_by");

-- One row per asynchronous operation.
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
  CONSTRAINT "events_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "events_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "events_project_id_created_at_id_idx" ON "events" ("project_id", "created_at" DESC, "id" DESC);
CREATE INDEX "events_project_id_type_idx" ON "events" ("project_id", "type");

-- The event of an export has the same id.
CREATE TABLE "exports" (
  "id" UUID NOT NULL,
  "project_id" TEXT NOT NULL,
  "format" VARCHAR(10) NOT NULL DEFAULT 'json',
  "schema" JSONB,
  "filters" JSONB,
  "condition" JSONB,
  "include_expired" BOOLEAN NOT NULL DEFAULT false,
  "instructions" TEXT,
  "status" VARCHAR(20) NOT NULL DEFAULT 'PENDING',
  "memories" INTEGER NOT NULL DEFAULT 0,
  "bytes" BIGINT NOT NULL DEFAULT 0,
  "chunks" INTEGER NOT NULL DEFAULT 0,
  "resume_after" JSONB,
  "requested_by" VARCHAR(64),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "completed_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "exports_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "exports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "exports_format_check" CHECK ("format" IN ('json', 'jsonl', 'csv')),
  CONSTRAINT "exports_status_check" CHECK ("status" IN ('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'))
);
CREATE INDEX "exports_project_id_created_at_id_idx" ON "exports" ("project_id", "created_at" DESC, "id" DESC);
CREATE INDEX "exports_expires_at_idx" ON "exports" ("expires_at");

-- The content of an export, written and read one chunk at a time.
CREATE TABLE "export_chunks" (
  "export_id" UUID NOT NULL,
  "ordinal" INTEGER NOT NULL,
  "content" TEXT NOT NULL,
  CONSTRAINT "export_chunks_pkey" PRIMARY KEY ("export_id", "ordinal"),
  CONSTRAINT "export_chunks_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "profile_settings" (
  "project_id" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "schema" JSONB,
  "custom_instructions" TEXT,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "profile_settings_pkey" PRIMARY KEY ("project_id"),
  CONSTRAINT "profile_settings_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A short profile of an entity. Deleted with the entity.
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
  CONSTRAINT "profiles_pkey" PRIMARY KEY ("project_id", "entity_type","entity_name"),
  CONSTRAINT "profiles_project_id_entity_type_entity_name_fkey" FOREIGN KEY ("project_id", "entity_type", "entity_name") REFERENCES "entities" ("project_id", "type", "name") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "profiles_status_check" CHECK ("status" IN ('PENDING', 'SUCCEEDED', 'FAILED', 'INSUFFICIENT_DATA'))
);

-- The event of a profile job has the same id. A repeated idempotency key returns the first job.
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
  CONSTRAINT "profile_jobs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "profile_jobs_id_fkey" FOREIGN KEY ("id") REFERENCES "events" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "profile_jobs_project_id_requested_by_idempotency_key_key" ON "profile_jobs" ("project_id", "requested_by", "idempotency_key");

-- Every bulk deletion: first the order, then the receipt. No foreign keys: a receipt outlives its project and organization.
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
  CONSTRAINT "deletions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "deletions_kind_check" CHECK ("kind" IN ('MEMORIES', 'ENTITY', 'PROJECT', 'ORGANIZATION')),
  CONSTRAINT "deletions_status_check" CHECK ("status" IN ('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'))
);
CREATE INDEX "deletions_project_id_requested_at_id_idx" ON "deletions" ("project_id", "requested_at" DESC, "id" DESC);
CREATE INDEX "deletions_organization_id_requested_at_id_idx" ON "deletions" ("organization_id", "requested_at" DESC, "id" DESC);
-- Deletions whose memories are not all marked yet. Entering the project completes the marking first, so this is nearly always empty.
CREATE INDEX "deletions_unmarked_idx" ON "deletions" ("project_id", "requested_at", "id") WHERE "marked_at" IS NULL;

-- Ids that a running deletion has removed, for the digest of its receipt. Deleted when the deletion ends.
CREATE TABLE "deletion_batches" (
  "id" BIGSERIAL NOT NULL,
  "deletion_id" UUID NOT NULL,
  "memory_ids" UUID[],
  CONSTRAINT "deletion_batches_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "deletion_batches_deletion_id_fkey" FOREIGN KEY ("deletion_id") REFERENCES "deletions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "deletion_batches_deletion_id_idx" ON "deletion_batches" ("deletion_id");

-- `failures`: consecutive failures of the endpoint; no delivery is sent before `paused_until`.
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
  "failures" INTEGER NOT NULL DEFAULT 0,
  "paused_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhooks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "webhooks_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "webhooks_project_id_created_at_idx" ON "webhooks" ("project_id", "created_at");

-- The sending process holds a lease until `leased_until`. If the process dies, another one sends the delivery after that.
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
  "error_class" VARCHAR(20),
  "leased_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "delivered_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "webhook_deliveries_status_check" CHECK ("status" IN ('PENDING', 'DELIVERED', 'FAILED'))
);
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries" ("webhook_id", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_deliveries_project_id_created_at_idx" ON "webhook_deliveries" ("project_id", "created_at" DESC);
-- Due deliveries are taken per endpoint, so that a busy endpoint does not delay the others.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("webhook_id", "next_attempt_at", "id") WHERE "status" = 'PENDING';
-- For removing old deliveries.
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING brin ("created_at");

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
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_attempts_delivery_id_created_at_id_idx" ON "webhook_attempts" ("delivery_id", "created_at", "id");

-- Responses are sealed because some contain secrets. NULL: the response was too large to store.
-- RUNNING: the writes are committed, and `response` is provisional until the request ends.
CREATE TABLE "idempotency_keys" (
  "caller_id" VARCHAR(64) NOT NULL,
  "key" VARCHAR(128) NOT NULL,
  "request_hash" BYTEA NOT NULL,
  "status" VARCHAR(20) NOT NULL,
  "response" BYTEA,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "completed_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("caller_id", "key"),
  CONSTRAINT "idempotency_keys_status_check" CHECK ("status" IN ('RUNNING', 'DONE'))
);
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys" ("expires_at");

-- Ids on the server of origin. A second import skips these records, even those deleted since.
CREATE TABLE "imported_records" (
  "kind" VARCHAR(20) NOT NULL,
  "source_id" UUID NOT NULL,
  "target_id" UUID NOT NULL,
  "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "imported_records_pkey" PRIMARY KEY ("kind", "source_id"),
  CONSTRAINT "imported_records_kind_check" CHECK ("kind" IN ('user', 'api_key', 'memory'))
);

-- One row per API request. Append-only.
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
CREATE INDEX "request_logs_project_id_id_idx" ON "request_logs" ("project_id", "id" DESC);
-- Rows arrive in order of time, so BRIN is enough for ranges of time.
CREATE INDEX "request_logs_created_at_idx" ON "request_logs" USING brin ("created_at");

-- Requests of a project counted up to one request log entry. The next count starts after that entry.
CREATE TABLE "call_counts" (
  "project_id" TEXT NOT NULL,
  "up_to_id" BIGINT NOT NULL,
  "retrievals" BIGINT NOT NULL,
  "api_retrievals" BIGINT NOT NULL,
  CONSTRAINT "call_counts_pkey" PRIMARY KEY ("project_id"),
  CONSTRAINT "call_counts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The rows that every installation starts with. Safe to run again.
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
