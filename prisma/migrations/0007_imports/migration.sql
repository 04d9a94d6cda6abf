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

-- Empty but for imported keys that nobody has used yet.
CREATE INDEX "api_keys_undigested_idx" ON "api_keys" ("key_prefix") WHERE "key_digest" IS NULL AND "revoked_at" IS NULL;
