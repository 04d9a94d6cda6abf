-- step: transaction

-- The words of a text of 200,000 characters, as imports may have, can be larger than Postgres allows for a tsvector (1 MB), which failed the
-- whole import. Words that do not fit are left out from the end. No text of fewer bytes reaches the limit: even a compound word of the
-- shortest words takes less than five times its own bytes. Counts a lexeme with its length, a byte of alignment and two bytes for each of
-- at most 256 positions. Calls only functions of Postgres, because a restore from a dump calls it without a search path.
CREATE FUNCTION words_within_limit(words text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  kept text := words;
BEGIN
  WHILE octet_length(kept) > 200000 AND (
    SELECT sum(octet_length(found.token) + 3 + 2 * least(found.times, 256))
    FROM (SELECT p.token, count(*) AS times FROM ts_parse('pg_catalog.default', kept) AS p WHERE p.tokid <> 12 AND octet_length(p.token) < 2048 GROUP BY p.token) AS found
  ) > 1000000 LOOP
    kept := left(kept, length(kept) * 9 / 10);
  END LOOP;
  RETURN kept;
END $$;

-- Only long texts pay for the check: a text of 40,000 bytes has at most 200,000 with its identifiers and emoji.
CREATE OR REPLACE FUNCTION memory_tsvector(language text, body text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN octet_length(body) > 40000 THEN to_tsvector(
      CASE language WHEN 'simple' THEN 'pg_catalog.simple'::regconfig ELSE 'pg_catalog.english'::regconfig END,
      words_within_limit(split_identifiers(fold_accents(body)) || emoji_words(body)))
    WHEN language = 'simple' THEN to_tsvector('pg_catalog.simple'::regconfig, split_identifiers(fold_accents(body)) || emoji_words(body))
    ELSE to_tsvector('pg_catalog.english'::regconfig, split_identifiers(fold_accents(body)) || emoji_words(body))
  END;
