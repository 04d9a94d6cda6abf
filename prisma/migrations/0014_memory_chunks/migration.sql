-- Vectors of what follows the beginning of a long memory. The vector of its beginning is in memory_embeddings.
CREATE TABLE "memory_chunks" (
    "memory_id" UUID NOT NULL,
    "embedder_id" INTEGER NOT NULL,
    "chunk" SMALLINT NOT NULL,
    "project_id" TEXT NOT NULL,
    "embedding" halfvec NOT NULL,
    CONSTRAINT "memory_chunks_pkey" PRIMARY KEY ("memory_id", "embedder_id", "chunk")
);

ALTER TABLE "memory_chunks" ADD CONSTRAINT "memory_chunks_memory_id_fkey" FOREIGN KEY ("memory_id") REFERENCES "memories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memory_chunks" ADD CONSTRAINT "memory_chunks_embedder_id_fkey" FOREIGN KEY ("embedder_id") REFERENCES "embedders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE OR REPLACE FUNCTION forget_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM memory_embeddings WHERE memory_id = NEW.id;
  DELETE FROM memory_chunks WHERE memory_id = NEW.id;
  RETURN NULL;
END $$;
