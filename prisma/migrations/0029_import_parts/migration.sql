-- step: transaction
-- Number of the upload that brought the records. An upload that is repeated is stored once.
ALTER TABLE "import_batches" ADD COLUMN "part" INTEGER NOT NULL DEFAULT 1;
