-- Answers are kept sealed, for some of them hold secrets. No answer: it was too large to keep.
ALTER TABLE "idempotency_keys" DROP COLUMN "response", ADD COLUMN "response" BYTEA;

-- RUNNING: what was written stands, and its answer is still to come; until then there is one to fall back on.
ALTER TABLE "idempotency_keys" ALTER COLUMN "status" DROP DEFAULT;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_status_check" CHECK ("status" IN ('RUNNING', 'DONE'));
