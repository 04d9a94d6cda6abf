-- step: transaction

-- Standing instructions as people type them in a chat: a request at the beginning of a sentence that says how to answer ("keep my emails
-- formal", "duz mich", "don't give me long answers"), in English, German, French, Spanish, Italian, Portuguese and Dutch. A question is none.
CREATE FUNCTION memory_request(body text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(replace(body, '’', ''''), '[^.!?？؟\n]*[?？؟]+', ' ', 'g') ~* ('(^|[.!?;\n])[[:space:]*-]*((please|pls|ok|okay|hey|bitte|stp|svp|s''il te pla[îi]t|por favor|per favore|alsjeblieft|aub|graag|oh and|and|also|btw),? )?((keep|make) (it|things|everything|((my|your|all|the|any) )?(\w+ )?(answers?|examples?|code|repl(y|ies)|responses?|e-?mails?|messages?|snippets?|texts?|drafts?|dates|times|measurements|prices|distances|temperatures|lists|explanations|summaries|recipes|spelling)) (\w+ )?(formal|informal|short|shorter|brief|concise|simple|casual|friendly|polite|professional|plain|direct|to the point|under \d+ (words|lines|sentences))(?=[ ,]*([.!;,]|$|\n|please|pls|and|in|for|when|unless|with))'
    || '|(keep|make) (it|(my|your) \w+) (formal|informal|short|shorter|brief|concise|simple|casual|friendly|polite|professional|plain|direct|to the point|under \d+ (words|lines|sentences))(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(only|just) (recommend|suggest|propose|(show|give|tell|send) me|answer|reply|respond|quote|list)(?! (the|that|this|these|my|what|one|a)\M)\M'
    || '|(recommend|suggest|propose) (me )?(only|just|nothing but)\M'
    || '|stick (to|with) ([\w-]+ ){0,2}(units?|english|spelling|answers?|language|celsius|fahrenheit|metric|imperial|options|recipes|sources|facts|format|tone|examples|code|words|sentences|bullet points?)\M'
    || '|use (?!of\M|to\M|d\M)[^.!?,;\n]{1,40} (for|in|with) ((your|my|the|all|any|every|code) )*(answers?|examples?|code|repl(y|ies)|responses?|e-?mails?|messages?|snippets?|texts?|drafts?|dates|times|measurements|prices|distances|temperatures|lists|explanations|summaries|recipes|spelling)(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|use (the )?(metric|imperial|celsius|fahrenheit|kilomet(er|re)s|miles|kilos|euros|dollars|(british|american) (english|spelling)|(24|12)[ -]?h(ours?)?|they/them|she/her|he/him|bullet points?|(short|simple|plain|formal|informal) [\w]+)( units| system| format| clock| time| pronouns)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(don''?t|do not) (give|send|show|tell|ask|call|write|lecture|flatter) me(?! (the|that|this|these|you|my|what|he|she|it|a)\M)\M'
    || '|(don''?t|do not) (suggest|recommend|propose|mention|explain|apologi[sz]e|sugar-?coat|repeat yourself|summari[sz]e|translate|shorten|paraphrase)(?! (the|that|this|these|it|her|him|them|my|his|to)\M)\M'
    || '|(don''?t|do not|avoid|skip|drop|spare me|stop|no more|no) (use |using |add |adding |write |with )?(any |the |your )?(emojis?|emoji''s|emoticons?|smileys?|slang|jargon|bullet points?|tables|markdown|abbreviations|acronyms|exclamation marks|filler|fluff|small talk|clichés|technical terms|anglicisms|headings|puns|disclaimers|apologies|follow-up questions|long (answers|replies|texts|explanations))( in ((your|my|the) )?(answers?|examples?|code|repl(y|ies)|responses?|e-?mails?|messages?|snippets?|texts?|drafts?|dates|times|measurements|prices|distances|temperatures|lists|explanations|summaries|recipes|spelling))?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|avoid (recommending|suggesting|mentioning|giving me)\M|skip the (intro\w*|small talk|fluff|pleasantries|explanations?|preamble)\M|spare me the\M'
    || '|(answer|reply|respond|write|speak|talk)( to me| with me| me)? (only )?(in ([\w]+ )?((english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|arabic|turkish|catalan)|lowercase|full sentences|short sentences|simple words|bullet points?|one (line|sentence))|briefly|concisely|formally|informally|casually|politely)(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(speak|talk|write) (english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|arabic|turkish|catalan) (with|to) me\M'
    || '|be (a bit |a little )?(more |less |very |really )?(brief|concise|direct|blunt|honest|formal|informal|polite|casual|specific|critical|friendly) ?(with me|to me|in (your|my) \w+|when you)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|give me (only |just )?(short|brief|long|detailed|concise|simple|direct|honest|step-by-step) (answers?|examples?|code|repl(y|ies)|responses?|e-?mails?|messages?|snippets?|texts?|drafts?|dates|times|measurements|prices|distances|temperatures|lists|explanations|summaries|recipes|spelling)\M'
    || '|show (me )?(prices|temperatures|times|distances|dates|measurements|weights) in\M|treat me (like|as)\M|explain (things|everything|code)( to me)? (like|as if|simply|step by step|in (simple|plain))\M|assume (that )?i(''m| am| know| have| use)\M'
    || '|(duz|siez)(e|t|en sie)? mich\M|bleib(en wir)? beim (du|sie)\M'
    || '|(antworte|antworten sie|schreib|schreibe|formulier|formuliere|erklär|erkläre)( mir)?( bitte)?( (alles|meine (e-?mails|mails|texte|nachrichten)))?( bitte)? (kurz|knapp|ausführlich|förmlich|formell|höflich|locker|einfach|sachlich|(auf|in) [\w ]*(deutsch|englisch|französisch|spanisch|italienisch|stichpunkten|stichworten|sätzen)|ohne (emojis|floskeln|fachbegriffe))( und \w+)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|halte? (dich|es|antworten|deine antworten|meine (e-?mails|mails|texte)) (bitte )?(kurz|knapp|förmlich|formell|einfach|höflich|sachlich)\M'
    || '|(empfiehl|empfehle|zeig|zeige|gib|nenn|nenne|schlag|schlage) mir (bitte )?(nur|ausschließlich|immer|nie|keine?n?|kurze|bloß keine?)\M'
    || '|(benutz|benutze|verwend|verwende|nutz|nutze|nimm) (bitte )?[^.!?,;\n]{1,40} (für|in|bei) (den |die |alle |alles |deine[nr]? |meine[nr]? )?(code|codebeispiele\w*|beispiele\w*|antworten|e-?mails|mails|texten?|nachrichten|rezepten?|einheiten)\M'
    || '|(bitte )?keine (emojis|smileys|floskeln|fachbegriffe|anglizismen|abkürzungen|tabellen|(langen|ausführlichen) (antworten|texte|erklärungen))( mehr)?(,? bitte)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(sprich|red|rede) (bitte )?(deutsch|englisch|französisch|spanisch|italienisch|einfach|förmlich) mit mir\M'
    || '|sei (bitte )?(kurz|direkt|ehrlich|förmlich|höflich|locker|knapp|kritisch|konkret)( zu mir| mit mir)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|lass (bitte )?(die |das )?(floskeln|emojis|einleitung|smileys|höflichkeiten)\M'
    || '|(tutoie|tutoyez|vouvoie|vouvoyez)[- ]moi\M'
    || '|(r[ée]ponds|r[ée]pondez|[ée]cris|[ée]crivez|parle|parlez|explique|expliquez|r[ée]dige)([- ]moi)?( mes (e-?mails|mails|messages|textes))? (en (fran[çc]ais|anglais|allemand|espagnol|italien|une phrase|phrases courtes)|bri[èe]vement|simplement|court|de (fa[çc]on|mani[èe]re) \w+|(sur|avec) un ton \w+|sans (emojis?|jargon))(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(sois|soyez) (plus |tr[èe]s |moins )?(bref|br[èe]ve|concise?|directe?|formel(le)?|polie?|claire?|honn[êe]te)(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(utilise|utilisez|emploie) [^.!?,;\n]{1,40} (pour|dans) (le |les |tes |mes |tous les )?(code|exemples|r[ée]ponses|e-?mails|mails|messages|textes|recettes|mesures)( de code)?\M'
    || '|(ne )?(me |m'')(propose|recommande|donne|sugg[èe]re|conseille|montre|parle|r[ée]ponds|fais)z? (que|pas|plus|jamais)\M|(propose|recommande|sugg[èe]re|conseille|montre)z?[- ]moi (seulement|uniquement|que)\M'
    || '|(garde|gardez|fais|faites) (mes|tes|les) (e-?mails|mails|messages|r[ée]ponses|textes) (plus )?(formels?|formelles?|courte?s?|simples|polis)\M'
    || '|([ée]vite|[ée]vitez|arr[êe]te|arr[êe]tez|laisse tomber) (avec )?(les |le |l'')(emojis?|smileys|anglicismes|jargon|formules de politesse)\M|(pas|plus|jamais) d(e |'')(emojis?|smileys|anglicismes|jargon|longues r[ée]ponses)( s(''il te|''il vous|tp|vp)\w*( pla[îi]t)?)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(h[áa]bla|tr[áa]ta|tut[ée]a|llama)me (de|con|en) (t[úu]|usted|vos|espa[ñn]ol|ingl[ée]s|franc[ée]s|alem[áa]n)\M|tut[ée]ame\M'
    || '|(resp[óo]nde|responde|cont[ée]sta|contesta|escr[íi]be|expl[íi]ca)(me)? (en (espa[ñn]ol|ingl[ée]s|franc[ée]s|alem[áa]n|una frase|frases cortas)|breve(mente)?|corto|de (forma|manera|modo) \w+|sin (emojis|tecnicismos)|formalmente|con frases cortas)(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|s[ée] (m[áa]s |muy )?(breve|direct[oa]|concis[oa]|formal|clar[oa]|amable|honest[oa])(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(usa|utiliza|emplea) [^.!?,;\n]{1,40} (para|en) (el |los |las |tus |mis |todos los )?(c[óo]digo|ejemplos|respuestas|correos|e-?mails|mensajes|textos|recetas|medidas)( de c[óo]digo)?\M'
    || '|(solo|s[óo]lo|[úu]nicamente) (recomi[ée]ndame|sugi[ée]reme|recomienda|sugiere|mu[ée]strame|dame|prop[óo]n\w*)\M|(recomi[ée]nda|sugi[ée]re|mu[ée]stra|prop[óo]n)me (solo|s[óo]lo|[úu]nicamente)\M'
    || '|no me (des|recomiendes|sugieras|hables|mandes|llames|propongas|trates|muestres|escribas|respondas|expliques)\M|no (uses|utilices|pongas|recomiendes|sugieras)\M'
    || '|mant[ée]n (mis|los|las|tus) \w+ (formal(es)?|cort[oa]s|breves|sencill[oa]s)\M'
    || '|(evita|nada de|sin) (los |las |el |la )?(emojis|tecnicismos|anglicismos|jerga|respuestas largas|rollos)( por favor)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(dammi|diamoci) del (tu|lei)\M'
    || '|(scrivi|scrivimi|rispondi|rispondimi|parlami|spiega|spiegami)( le (mie )?(e-?mail|mail))? (in (modo|maniera|tono) \w+|in (italiano|inglese|francese|tedesco|spagnolo|breve|una frase)|brevemente|formalmente|senza (emoji|giri di parole))(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|sii (pi[ùu] |molto )?(breve|dirett[oa]|concis[oa]|formale|chiar[oa]|gentile|onest[oa])(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(usa|utilizza) [^.!?,;\n]{1,40} (per|in|nel|nei|negli|nelle) (il |gli |le |le tue |le mie |i miei )?(codice|esempi|risposte|e-?mail|mail|messaggi|testi|ricette|misure)( di codice)?\M'
    || '|non (usare|darmi|propormi|suggerirmi|consigliarmi|chiamarmi|scrivermi|mandarmi|rispondermi|mostrarmi)\M|(consiglia|suggerisci|proponi|mostra)mi (solo|soltanto|unicamente)\M'
    || '|(tieni|mantieni) le (mie |tue )?(e-?mail|mail|risposte) (formali|brevi|corte|semplici)\M'
    || '|(niente|evita|basta|basta con) (le |gli |i )?(emoji|emoticon|tecnicismi|anglicismi|risposte lunghe)( per favore)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(trata-me|me trate|trate-me) por (tu|voc[êe]|senhora?)\M'
    || '|(responde|responda|escreve|escreva|explica|explique|fala comigo|fale comigo)(-me)?( sempre)? (em (portugu[êe]s|ingl[êe]s|franc[êe]s|alem[ãa]o|espanhol|uma frase|frases curtas)|de (forma|modo|maneira) \w+|brevemente|formalmente|sem (emojis|jarg[ãa]o))(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(s[êe]|seja) (mais |muito )?(breve|diret[oa]|concis[oa]|formal|clar[oa]|sincer[oa])(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(usa|use|utiliza|utilize) [^.!?,;\n]{1,40} (para|em|no|nos|nas) (o |os |as |as tuas |os meus )?(c[óo]digo|exemplos|respostas|e-?mails|mensagens|textos|receitas|medidas)( de c[óo]digo)?\M'
    || '|n[ãa]o me (d[êe]s?|recomendes?|sugiras?|mandes?|chames?|escrevas?|trates?|proponhas?|fales?)\M|n[ãa]o (uses|recomendes|sugiras)\M|(recomenda|sugere|mostra)-me (s[óo]|apenas|somente)\M|me (recomende|sugira|mostre) (s[óo]|apenas|somente)\M|(s[óo]|apenas) (me )?(recomend|sug[ei]r)\w+\M'
    || '|(mant[ée]m|mantenha) (os meus|meus|as minhas|minhas|as tuas|suas) [\w-]+ (formais|curt[oa]s|breves|simples)\M'
    || '|(evita|evite|nada de|sem) (os |as )?(emojis|jarg[ãa]o|respostas longas|estrangeirismos)( por favor)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|tutoyeer (me|mij)\M|spreek (me|mij) (maar )?(aan )?met (je|jij|u)\M|zeg (maar )?(je|jij|u) tegen (me|mij)\M'
    || '|(antwoord|schrijf|praat)( me| mij| met me| met mij)?( mijn (mails|e-mails|berichten))? (in het (nederlands|engels|duits|frans)|kort|beknopt|formeel|zakelijk|zonder (emoji\w*|jargon))( en \w+)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|(hou|houd) (het|(je |jouw |mijn )?(antwoorden|mails|e-mails|berichten|teksten)) (kort|formeel|zakelijk|simpel|beknopt|informeel)\M'
    || '|wees (wat )?(kort|bondig|direct|eerlijk|formeel|beknopt|kritisch)(er)?( tegen me| met me)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || '|gebruik [^.!?,;\n]{1,40} (voor|in) (de |alle |je |jouw |mijn )?(code|codevoorbeelden|voorbeelden|antwoorden|mails|e-mails|berichten|teksten|recepten|maten)\M'
    || '|(geef|stuur|toon|laat) (me|mij) (alleen|enkel|geen|korte)\M|raad (me|mij)? ?(alleen|enkel) [^.!?,;\n]{1,40} aan\M|stel (me|mij)? ?(alleen|enkel) [^.!?,;\n]{1,40} voor\M'
    || '|(gebruik )?geen (emoji\w*|emoji''s|smileys|vakjargon|jargon|lange antwoorden)( meer)?( alsjeblieft| aub| graag| svp)?(?=[ ,]*([.!;]|$|\n|please|pls|thanks))'
    || ')');

-- The same bits as before, see migration 0002. A request for later answers sets 32 as well.
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
    + (memory_standing(body)::integer | CASE WHEN memory_request(body) THEN 32 ELSE 0 END)
  )::smallint;

-- step: repeat
UPDATE "memories" SET "traits" = DEFAULT
WHERE "id" IN (SELECT "id" FROM "memories" WHERE memory_request("text") AND ("traits" & 32) = 0 LIMIT 5000)
RETURNING 1;

-- step: repeat
UPDATE "memory_versions" SET "traits" = memory_traits("text")
WHERE ("memory_id", "known_to") IN (
  SELECT "memory_id", "known_to" FROM "memory_versions" WHERE memory_request("text") AND ("traits" & 32) = 0 LIMIT 5000)
RETURNING 1;
