-- step: transaction

-- How often a statement was added again
ALTER TABLE "memories" ADD COLUMN "repetitions" INTEGER NOT NULL DEFAULT 0;

-- Equal for statements that differ in case, punctuation, contractions or "I'm living" for "I live" only. Null for texts that are no
-- statement: of more than 300 characters, or of punctuation alone. A question mark stays, because a question is no statement.
CREATE FUNCTION statement_key(body text) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN length(body) <= 300 THEN (
    WITH plain AS (SELECT lower(translate(body, '’‘´', '''''''')) AS text),
    contracted AS (
      SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(text,
        '\mi''m\M', 'i am', 'g'),
        '\m(you|we|they)''re\M', '\1 are', 'g'),
        '\m(he|she|it|that)''s\M', '\1 is', 'g'),
        '\m(i|you|we|they)''ve\M', '\1 have', 'g'),
        '\m(is|are|was|were|do|does|did|have|has)n''t\M', '\1 not', 'g'),
        '\m(can)(?:''t|not)\M', '\1 not', 'g') AS text FROM plain
    ),
    lasting AS (SELECT regexp_replace(text, '\mi am (liv|work|study|teach)ing\M', 'i \1e', 'g') AS text FROM contracted),
    bare AS (
      SELECT btrim(regexp_replace(regexp_replace(regexp_replace(text,
        '\mi (work|study|teach)e\M', 'i \1', 'g'),
        '[!;"“”„«»()…]|[.,:](?![0-9])', ' ', 'g'),
        '\s+', ' ', 'g')) AS text FROM lasting
    )
    SELECT CASE WHEN text <> '' THEN sha256(convert_to(text, 'UTF8')) END FROM bare
  ) END;

-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "memories_statement_idx" ON "memories" ("project_id", statement_key("text")) WHERE "deleted_at" IS NULL;
