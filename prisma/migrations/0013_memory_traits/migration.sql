-- What ranking needs to know of a text beyond its words, as a sum of bits:
-- 1 ends in a question, 2 mentions a time, 4 mentions a name or a title, 8 speaks in the first person, 16 holds a question.
CREATE FUNCTION memory_traits(body text) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    CASE WHEN body ~ '[?？؟]\W*$' THEN 1 ELSE 0 END
    + CASE WHEN body ~* '\m(yesterday|today|tonight|tomorrow|last|next|ago|since|recently|just|soon|weeks?|weekends?|months?|years?|days|couple|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|summer|winter|spring|autumn|fall|this morning|gestern|heute|morgen|vorgestern|seit|woche|monat|jahr|sommer|hier|aujourd''hui|demain|depuis|semaine|mois|an|année|ayer|hoy|mañana|desde|semana|mes|año|ieri|oggi|domani|settimana|mese|anno|ontem|hoje|amanhã|mês|ano|gisteren|vandaag|sinds|week|maand|jaar)\M|\m(19|20)\d\d\M|昨天|今天|明天|上周|去年|昨日|今日|明日|先週|年|月'
      THEN 2 ELSE 0 END
    + CASE WHEN body ~ '[[:lower:],;] [[:upper:]][[:lower:]]+' OR body ~ '["“„«「]' THEN 4 ELSE 0 END
    + CASE WHEN body ~ '\m(I|I''m|I''ve|[Mm]y|[Ww]e|[Oo]ur|me|[Ii]ch|[Mm]eine?[mnrs]?|mir|mich|[Ww]ir|[Jj]e|[Jj]''ai|[Mm]on|[Mm]a|[Mm]es|[Nn]ous|[Yy]o|[Mm]i|[Mm]is|[Ii]o|[Mm]io|[Mm]ia|[Ee]u|[Mm]eu|[Mm]inha|[Ii]k|[Mm]ijn|[Ww]ij|[Ww]e)\M|我|私|僕'
      THEN 8 ELSE 0 END
    + CASE WHEN body ~ '[?？؟]' THEN 16 ELSE 0 END
  )::smallint;

-- Content words outside questions.
CREATE FUNCTION memory_statement_tokens(language text, body text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN memory_token_count(memory_tsvector(language, regexp_replace(body, '[^.!?？؟。\n]*[?？؟]+', ' ', 'g')));

ALTER TABLE "memories"
  ADD COLUMN "traits" SMALLINT GENERATED ALWAYS AS (memory_traits("text")) STORED,
  ADD COLUMN "statement_tokens" INTEGER GENERATED ALWAYS AS (memory_statement_tokens("search_language", "text")) STORED;
