-- step: transaction

-- Words that people type

-- "Malaga" finds "Málaga", "Lukasz" finds "Łukasz". Composed again, so that other scripts keep their characters.
CREATE FUNCTION fold_accents(body text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN body ~ '[^\x01-\x7f]' THEN
    replace(replace(translate(normalize(regexp_replace(normalize(body, NFD), U&'[\0300-\036F]', '', 'g'), NFC), 'łŁøØđĐı', 'lLoOdDi'), 'ß', 'ss'), 'æ', 'ae')
    ELSE body END;

-- Adds the parts of identifiers such as computeTaxRate. The parser of text search splits those with underscores and hyphens itself.
CREATE FUNCTION split_identifiers(body text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN body ~ '[[:lower:]][[:upper:]]' THEN body || ' ' || array_to_string(ARRAY(
    SELECT regexp_replace(found[1], '([[:lower:]])([[:upper:]])', '\1 \2', 'g')
    FROM regexp_matches(body, '\m\w*[[:lower:]][[:upper:]]\w*', 'g') AS found), ' ')
    ELSE body END;

CREATE OR REPLACE FUNCTION memory_tsvector(language text, body text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE language
    WHEN 'simple' THEN to_tsvector('pg_catalog.simple'::regconfig, split_identifiers(fold_accents(body)))
    ELSE to_tsvector('pg_catalog.english'::regconfig, split_identifiers(fold_accents(body)))
  END;

-- Standing instructions and preferences

-- What the statements of a text say about later answers, as a sum of bits: 32 a standing instruction ("always …", "from now on …"),
-- 64 a preference of the speaker.
CREATE FUNCTION memory_standing(body text) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT (
      CASE WHEN said ~* ('\m(from (now|here|this point) on|going forward|henceforth)\M'
        || '|(?<!\m(i|we|he|she|they|you|who|that|people|everyone|it|ll|to|and|will|flowers|which) )\m(always|never|ever) (use|give(?! up)|show|write|add|include|keep|answer|reply|respond|tell|call|suggest|recommend|mention|propose|ask|format|explain|send|list|start|begin|end|put|cite|provide|offer|remind|check|assume|speak|talk|address|translate|convert|round|make(?! (us|me|you))|skip|leave|avoid|say|quote|refer|return|state|express|highlight|warn|describe|compare|double-check|do)\M'
        || '|\mplease,? (always|never|avoid|keep|stop|only|no more|don''t ever|do not ever|(don''t|do not) (use|give|show|add|include|call|suggest|recommend|mention|propose|advise|ask|tell|write|shorten|send|make|say|be))\M'
        || '|\m(in|for|with|to) (all|every|each|any) (one )?(of )?(your|my) (\w+ )?(answers?|replies|reply|responses?|drafts?|examples?|recipes?|code|scripts?|texts?|e-?mails?|messages?|plans?|lists?|suggestions?|questions?)\M'
        || '|\mwhen(ever)? you (show|give|write|answer|reply|respond|suggest|recommend|explain|draft|list|quote|propose|code|describe)\M'
        || '|\mwhen(ever)? I (ask|mention|say|request)\M|\m(every|each) time I\M'
        || '|(?<!\m(to|will|would|they|people|friends|can|may|could|colleagues|parents|kids|children|who) )\m(call|address) me (by|as|mr|mrs|ms|dr|prof|frau|herr|sir|[[:upper:]])'
        || '|\m(answer|reply|respond|talk|speak)( to)? me (in|as|like|briefly|without|only)\M|\mhow you (answer|talk to|address|write to) me\M'
        || '|\mdon''t (you )?(ever|even) \w+|\mdo not ever\M|\mno [^.!?]{1,30} ever\M'
        || '|(^|[.!?:,;] )(give|use|write|show|state|list|express|keep|cite|put) [^.!?]{2,60}, (never|not|no) '
        || '|\mI (want|need|expect|would like|''d like) you to\M|\mI''d like you to\M|\mmake sure (you|to) always\M|\mno more [[:lower:]]+!'
        || '|\m(ab (jetzt|sofort)|von (nun|jetzt) an|künftig)\M|\mbitte (immer|nie|niemals|stets|nur|kein\w*|nicht (mehr )?(verwenden|vorschlagen|empfehlen|nennen|erwähnen|schreiben))\M|\m(nenn|nenne|sprich|duze|sieze) mich\M|\mantworte(n sie)? (mir )?(immer|stets|nur|auf|kurz)\M|\m(verwende|nutze|schreib|schreibe|gib|nenne|erwähne|empfiehl) (mir )?(immer|stets|nie|niemals)\M'
        || '|\m(désormais|dorénavant|à partir de maintenant)\M|\m(réponds|répondez|utilise|utilisez|écris|écrivez|donne|donnez|parle|parlez|propose|proposez)(-moi)? (toujours|uniquement|seulement)\M|\mne (me |m'')?(propose|proposez|suggère|suggérez|donne|donnez|utilise|utilisez|parle|parlez)[^.!?]{0,12} jamais\M|\mappelle(z)?-moi\M'
        || '|\m(a partir de ahora|de ahora en adelante)\M|\m(responde|contesta|usa|escribe|dame|pon|habla|háblame|incluye)(me)? siempre\M|\msiempre (responde|usa|escribe|contesta|dame|incluye|háblame)\M|\mnunca (uses|me sugieras|sugieras|me recomiendes|recomiendes|menciones|escribas|me)\M|\mllám[ae]me\M'
        || '|\m(d''ora in poi|da ora in poi|d''ora in avanti)\M|\m(rispondi|rispondimi|usa|scrivi|dammi|parla|parlami|includi) sempre\M|\m(non|mai) (usare|suggerire|propormi|consigliarmi|suggerirmi|menzionare) mai\M|\mchiamami\M'
        || '|\m(a partir de agora|de agora em diante|daqui em diante)\M|\m(responde|responda|use|usa|escreve|escreva|inclui|inclua) sempre\M|\msempre (responda|use|escreva|inclua)\M|\mnunca (uses|use|sugiras|sugira|recomendes|recomende|me)\M|\m(chama-me|me chame)\M'
        || '|\m(vanaf nu|voortaan)\M|\m(antwoord|gebruik|schrijf|geef|noem)( me| mij)? (altijd|steeds|nooit|alleen)\M|\mnoem (me|mij)\M')
      THEN 32 ELSE 0 END
      + CASE WHEN said ~* ('\mI(''d| would|''ve)? (much |really |strongly |generally |usually |always |still |also )?(prefer|rather)\M'
        || '|\mI (really |absolutely |just |honestly )?(hate|dislike|love|like|avoid|refuse|adore|enjoy|can''t stand|cannot stand|can''t bear|don''t like|do not like|don''t eat|do not eat|don''t drink|do not drink|never eat|never drink|only (eat|drink|use|want|wear|fly|read|buy)|do not want|don''t want)\M'
        || '|\mI want (the|my|all|everything|things|only)\M|\mI find [^.!?]{1,40} (unreadable|annoying|confusing|ugly|tiring|boring|easier|better|too)\M'
        || '|\mmy (\w+ )?(favou?rites?|preferred|preferences?)\M|\mI(''m| am) (not )?(a (big |huge )?fan|allergic|fond|vegan|vegetarian|old fashioned)\M|\mis a matter of pride\M|\musers? (prefers?|likes?|dislikes?|hates?|wants)\M|^prefers\M'
        || '|\mich (bevorzuge|mag|hasse|liebe|esse kein|trinke kein|möchte (immer|nie|kein|lieber)|will (immer|nie|kein))|\mmir ist [^.!?]{0,20}lieber\M|\mmein\w* lieblings'
        || '|\mje (préfère|déteste|n''aime pas|ne mange pas|ne bois pas|adore)\M|\mj''(aime|adore|évite)\M|\mm(on|a|es) [^.!?]{1,20} préférée?s?\M'
        || '|\m(prefiero|odio|no me gustan?|me gustan?|me encantan?|no como|no bebo)\M|\mmis? [^.!?]{1,20} favorit[oa]s?\M'
        || '|\m(preferisco|non mi piac\w+|mi piac\w+|non mangio|non bevo)\M|\mil mio [^.!?]{1,20} preferit[oa]\M'
        || '|\m(prefiro|odeio|não gosto|gosto (de|muito)|não como|não bebo)\M|\m(meu|minha) [^.!?]{1,20} (favorit|preferid)[oa]\M'
        || '|\mik (verkies|haat|hou (niet )?van|eet geen|drink geen|heb liever|wil liever|wil graag)\M|\mmijn lievelings')
      THEN 64 ELSE 0 END)::smallint
    FROM (SELECT regexp_replace(regexp_replace(replace(body, '’', ''''), '\m(could|can|would|will) you ((please )?(always|never|only))\M([^.!?\n]*)[?]', '\2\5.', 'gi'), '[^.!?？؟\n]*[?？؟]+', ' ', 'g') AS said) AS statements
  );

-- What ranking needs to know of a text beyond its words, as a sum of bits: 1 ends in a question, 2 mentions a time, 4 mentions a name or a
-- title, 8 speaks in the first person, 16 holds a question, 32 and 64 as above.
CREATE OR REPLACE FUNCTION memory_traits(body text) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    CASE WHEN body ~ '[?？؟]\W*$' THEN 1 ELSE 0 END
    + CASE WHEN body ~* '\m(yesterday|today|tonight|tomorrow|last|next|ago|since|recently|just|soon|weeks?|weekends?|months?|years?|days|couple|(mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|summer|winter|spring|autumn|fall|this morning|gestern|heute|morgen|vorgestern|seit|woche|monat|jahr|sommer|hier|aujourd''hui|demain|depuis|semaine|mois|an|année|ayer|hoy|mañana|desde|semana|mes|año|ieri|oggi|domani|settimana|mese|anno|ontem|hoje|amanhã|mês|ano|gisteren|vandaag|sinds|week|maand|jaar)\M|\m(19|20)\d\d\M|昨天|今天|明天|上周|去年|昨日|今日|明日|先週|年|月'
      THEN 2 ELSE 0 END
    + CASE WHEN body ~ '[[:lower:],;] [[:upper:]][[:lower:]]+' OR body ~ '["“„«「]' THEN 4 ELSE 0 END
    + CASE WHEN body ~ '\m(I|I''m|I''ve|[Mm]y|[Ww]e|[Oo]ur|me|[Ii]ch|[Mm]eine?[mnrs]?|mir|mich|[Ww]ir|[Jj]e|[Jj]''ai|[Mm]on|[Mm]a|[Mm]es|[Nn]ous|[Yy]o|[Mm]i|[Mm]is|[Ii]o|[Mm]io|[Mm]ia|[Ee]u|[Mm]eu|[Mm]inha|[Ii]k|[Mm]ijn|[Ww]ij|[Ww]e)\M|我|私|僕'
      THEN 8 ELSE 0 END
    + CASE WHEN body ~ '[?？؟]' THEN 16 ELSE 0 END
    + memory_standing(body)
  )::smallint;

-- step: repeat
UPDATE "memories" SET "tsv" = DEFAULT, "token_count" = DEFAULT, "traits" = DEFAULT, "statement_tokens" = DEFAULT
WHERE "id" IN (
  SELECT "id" FROM "memories"
  WHERE "traits" IS DISTINCT FROM memory_traits("text") OR "tsv" IS DISTINCT FROM memory_tsvector("search_language", memory_searched_text("question", "text"))
  LIMIT 5000)
RETURNING 1;

-- step: repeat
UPDATE "memory_versions" SET
  "tsv" = memory_tsvector("search_language", memory_searched_text("question", "text")),
  "token_count" = memory_token_count(memory_tsvector("search_language", memory_searched_text("question", "text"))),
  "traits" = memory_traits("text"),
  "statement_tokens" = memory_statement_tokens("search_language", "text")
WHERE ("memory_id", "known_to") IN (
  SELECT "memory_id", "known_to" FROM "memory_versions"
  WHERE "traits" IS DISTINCT FROM memory_traits("text") OR "tsv" IS DISTINCT FROM memory_tsvector("search_language", memory_searched_text("question", "text"))
  LIMIT 5000)
RETURNING 1;

-- Large scopes read the instructions beside the candidates of a query.
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "memories_instructions_idx" ON "memories" ("project_id", "created_at" DESC) WHERE "deleted_at" IS NULL AND ("traits" & 32) <> 0;
