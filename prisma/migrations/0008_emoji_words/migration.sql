-- step: transaction

-- The parser of text search drops emoji. A word for each of them, without skin tones, lets a search for "🎸" find a text with it.
CREATE FUNCTION emoji_words(body text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN body ~ '[\u231A-\u23FF\u2600-\u27BF\u2B00-\u2BFF\U0001F000-\U0001F3FA\U0001F400-\U0001FAFF]' THEN (
    SELECT string_agg(' emoji' || to_hex(ascii(found[1])), '')
    FROM regexp_matches(body, '([\u231A-\u23FF\u2600-\u27BF\u2B00-\u2BFF\U0001F000-\U0001F3FA\U0001F400-\U0001FAFF])', 'g') AS found)
    ELSE '' END;

CREATE OR REPLACE FUNCTION memory_tsvector(language text, body text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE language
    WHEN 'simple' THEN to_tsvector('pg_catalog.simple'::regconfig, split_identifiers(fold_accents(body)) || emoji_words(body))
    ELSE to_tsvector('pg_catalog.english'::regconfig, split_identifiers(fold_accents(body)) || emoji_words(body))
  END;

-- step: repeat
UPDATE "memories" SET "tsv" = DEFAULT, "token_count" = DEFAULT, "statement_tokens" = DEFAULT
WHERE "id" IN (
  SELECT "id" FROM "memories"
  WHERE emoji_words(memory_searched_text("question", "text")) <> ''
    AND "tsv" IS DISTINCT FROM memory_tsvector("search_language", memory_searched_text("question", "text"))
  LIMIT 5000)
RETURNING 1;

-- step: repeat
UPDATE "memory_versions" SET
  "tsv" = memory_tsvector("search_language", memory_searched_text("question", "text")),
  "token_count" = memory_token_count(memory_tsvector("search_language", memory_searched_text("question", "text"))),
  "statement_tokens" = memory_statement_tokens("search_language", "text")
WHERE ("memory_id", "known_to") IN (
  SELECT "memory_id", "known_to" FROM "memory_versions"
  WHERE emoji_words(memory_searched_text("question", "text")) <> ''
    AND "tsv" IS DISTINCT FROM memory_tsvector("search_language", memory_searched_text("question", "text"))
  LIMIT 5000)
RETURNING 1;
