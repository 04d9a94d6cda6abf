-- step: transaction

-- Servers read the traits of a text and write them. The values of stored memories stay, and no row is rewritten.
ALTER TABLE "memories" ALTER COLUMN "traits" DROP EXPRESSION;

-- Servers of the version before write a text without traits, and so do imports of their project files: memory_traits reads those texts.
CREATE FUNCTION fill_memory_traits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.traits := memory_traits(NEW.text);
  RETURN NEW;
END $$;

CREATE TRIGGER memories_fill_traits BEFORE INSERT ON memories FOR EACH ROW WHEN (NEW.traits IS NULL) EXECUTE FUNCTION fill_memory_traits();

-- A server that gives a changed text its traits changes bit 128, so that they differ from those of the text before.
CREATE TRIGGER memories_renew_traits BEFORE UPDATE OF text ON memories FOR EACH ROW
WHEN (NEW.text IS DISTINCT FROM OLD.text AND NEW.traits IS NOT DISTINCT FROM OLD.traits) EXECUTE FUNCTION fill_memory_traits();
