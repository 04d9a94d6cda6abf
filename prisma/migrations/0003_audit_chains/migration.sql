-- The end of each chain of the audit log, outside of its rows: a number that was given once is never given again.
CREATE TABLE "audit_chains" (
    "chain" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" VARCHAR(64) NOT NULL,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("chain")
);

INSERT INTO "audit_chains" ("chain", "sequence", "hash")
SELECT DISTINCT ON ("chain") "chain", "sequence", "hash" FROM "audit_heads" ORDER BY "chain", "sequence" DESC;

ALTER TABLE "audit_chains" ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "audit_chains" FOR SELECT
  USING (strpos(current_setting('memory_gateway.organizations'), ',' || "chain" || ',') > 0);
