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
  INSERT INTO memory_versions (memory_id, project_id, known_from, known_to, text, hash, metadata, expiration_date, immutable,
    lifecycle_state, replaced_by, event_date, search_language, tsv, token_count, traits, statement_tokens, created_at, updated_at)
  VALUES (OLD.id, OLD.project_id, OLD.known_since, NEW.known_since, OLD.text, OLD.hash, OLD.metadata, OLD.expiration_date, OLD.immutable,
    OLD.lifecycle_state, OLD.replaced_by, OLD.event_date, OLD.search_language, OLD.tsv, OLD.token_count, OLD.traits,
    OLD.statement_tokens, OLD.created_at, OLD.updated_at);
  RETURN NEW;
END $$;

-- Categories are left out: a job assigns them some moments after the memory was added.
CREATE TRIGGER memories_keep_version BEFORE UPDATE ON memories FOR EACH ROW
WHEN ((OLD.text, OLD.metadata, OLD.expiration_date, OLD.immutable, OLD.lifecycle_state, OLD.replaced_by, OLD.event_date, OLD.created_at)
  IS DISTINCT FROM
  (NEW.text, NEW.metadata, NEW.expiration_date, NEW.immutable, NEW.lifecycle_state, NEW.replaced_by, NEW.event_date, NEW.created_at))
EXECUTE FUNCTION keep_memory_version();
