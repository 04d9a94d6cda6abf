-- step: transaction

-- Postgres parses and plans the body of a function in SQL in each statement that calls it, so also in each insert of a memory. It keeps
-- those in PL/pgSQL for the session. The results are the same. These functions call only functions of Postgres: a restore from a dump
-- calls them without a search path.

CREATE OR REPLACE FUNCTION memory_token_count(tsv tsvector) RETURNS integer
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(cardinality(u.positions)), 0)::integer FROM unnest(tsv) AS u);
END $$;

CREATE OR REPLACE FUNCTION split_identifiers(body text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF body ~ '[[:lower:]][[:upper:]]' THEN
    RETURN body || ' ' || array_to_string(ARRAY(
      SELECT regexp_replace(word[1], '([[:lower:]])([[:upper:]])', '\1 \2', 'g')
      FROM regexp_matches(body, '\m\w*[[:lower:]][[:upper:]]\w*', 'g') AS word), ' ');
  END IF;
  RETURN body;
END $$;

CREATE OR REPLACE FUNCTION emoji_words(body text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF body ~ '[\u231A-\u23FF\u2600-\u27BF\u2B00-\u2BFF\U0001F000-\U0001F3FA\U0001F400-\U0001FAFF]' THEN
    RETURN (
      SELECT string_agg(' emoji' || to_hex(ascii(word[1])), '')
      FROM regexp_matches(body, '([\u231A-\u23FF\u2600-\u27BF\u2B00-\u2BFF\U0001F000-\U0001F3FA\U0001F400-\U0001FAFF])', 'g') AS word);
  END IF;
  RETURN '';
END $$;

CREATE OR REPLACE FUNCTION statement_key(body text) RETURNS bytea
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  said text;
BEGIN
  IF length(body) > 300 THEN
    RETURN NULL;
  END IF;
  said := lower(translate(body, '’‘´', ''''''''));
  said := regexp_replace(said, '\mi''m\M', 'i am', 'g');
  said := regexp_replace(said, '\m(you|we|they)''re\M', '\1 are', 'g');
  said := regexp_replace(said, '\m(he|she|it|that)''s\M', '\1 is', 'g');
  said := regexp_replace(said, '\m(i|you|we|they)''ve\M', '\1 have', 'g');
  said := regexp_replace(said, '\m(is|are|was|were|do|does|did|have|has)n''t\M', '\1 not', 'g');
  said := regexp_replace(said, '\m(can)(?:''t|not)\M', '\1 not', 'g');
  said := regexp_replace(said, '\mi am (liv|work|study|teach)ing\M', 'i \1e', 'g');
  said := regexp_replace(said, '\mi (work|study|teach)e\M', 'i \1', 'g');
  said := regexp_replace(said, '[!;"“”„«»()…]|[.,:](?![0-9])', ' ', 'g');
  said := btrim(regexp_replace(said, '\s+', ' ', 'g'));
  RETURN CASE WHEN said <> '' THEN sha256(convert_to(said, 'UTF8')) END;
END $$;
