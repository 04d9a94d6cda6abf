-- The last signed head of the audit log that was sent. Existing streams begin with the next one.
ALTER TABLE "log_streams" ADD COLUMN "head_cursor" BIGINT NOT NULL DEFAULT 0;

UPDATE "log_streams" SET "head_cursor" = coalesce((SELECT max("sequence") FROM "audit_heads" WHERE "chain" = "organization_id"), 0);
