-- A vector belongs to the text that it was made of. When the text changes, those of all embedders go; whoever changes it stores the one
-- of the embedder in use, and the others are made anew by the work that completes them.
CREATE FUNCTION forget_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM memory_embeddings WHERE memory_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER memories_forget_embeddings AFTER UPDATE OF text ON memories
FOR EACH ROW WHEN (OLD.text IS DISTINCT FROM NEW.text) EXECUTE FUNCTION forget_embeddings();
