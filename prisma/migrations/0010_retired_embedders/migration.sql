-- Since when nobody searches or makes vectors of an embedder; a while later they are removed.
ALTER TABLE "embedders" ADD COLUMN "retired_at" TIMESTAMPTZ(3);
UPDATE "embedders" SET "retired_at" = CURRENT_TIMESTAMP WHERE "state" = 'retired';
