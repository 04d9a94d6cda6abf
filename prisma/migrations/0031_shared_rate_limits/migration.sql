-- Counts of SHARED_RATE_LIMITS. A crash of Postgres may lose them: they are of the last minute. So an attempt waits for no disk and no standby.
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);
