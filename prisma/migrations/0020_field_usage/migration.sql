-- Operations of each day (UTC) that used a GraphQL field, by client. Of the whole installation, so only admins read it.
CREATE TABLE "field_usage" (
    "day" DATE NOT NULL,
    "field" VARCHAR(200) NOT NULL,
    "client" VARCHAR(100) NOT NULL,
    "operations" BIGINT NOT NULL,

    CONSTRAINT "field_usage_pkey" PRIMARY KEY ("day", "field", "client")
);

ALTER TABLE "field_usage" ENABLE ROW LEVEL SECURITY;
