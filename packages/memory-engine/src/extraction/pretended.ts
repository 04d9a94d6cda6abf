const start = (wordings: readonly string[]) => new RegExp(`^[\\s¡¿"“„«']*(?:${wordings.join('|')})`, 'iu');

/** Openings of a hypothesis, a game or a role, in seven languages. */
const PRETENDED = start([
  "(?:ok(?:ay)?,? |so,? |now,? )*(?:let['’]?s (?:say|pretend|imagine|assume|suppose|play)|suppos(?:e|ing)|imagine (?:that )?(?:i|we|you|being|if|an?|there)\\b|pretend|assum(?:e|ing) (?:that )?(?:i|we|you)|what if|say (?:i|we) (?:were|was|had)|once upon a time|you(?:['’]re| are) (?:now |(?:an?|the|my) ))",
  '(?:if|even if) (?:i|we) (?:were|was|had|could|ever|won|lived)\\b',
  "(?:if|even if) (?:i|we) [^.!?]{1,80}(?:i|we)(?:['’]d| would) (?!rather |like )",
  '(?:hypothetically|for (?:this|the|our) (?:exercise|game|role-?play|scenario|sake of argument)|in (?:this|our) (?:game|scenario|role-?play))(?=,| (?:i|we|you|my|let)(?!\\p{L}))',
  '(?:stell(?:en)? (?:dir|euch|sie sich|wir uns) (?:mal )?vor|angenommen|nehmen wir (?:mal )?an|tu(?:n wir)? (?:mal )?so,? als|wenn (?:ich|wir) .{1,60} (?:wären?|hätten?|könnten?|würden?|müssten?)|du bist (?:jetzt |ein|mein)|es war einmal|(?:rein )?hypothetisch|mal angenommen|spielen wir|(?:für|in) diese[mr]? (?:übung|spiel|szenario|rollenspiel))',
  "(?:imagin(?:e|ons|ez) (?:que|qu['’])|suppos(?:e|ons|ez) que|disons que|fais(?:ons)? (?:comme si|semblant)|on (?:fait|va faire) (?:comme si|semblant)|si (?:j['’]|je |nous |on )\\p{L}[^.!?]{0,60}?\\p{L}(?:ais|ait|ions)(?!\\p{L})[^.!?]{0,80}r(?:ais|ait|ions)(?!\\p{L})|si j['’](?:étais|avais)|il était une fois|tu es (?:maintenant |(?:un|mon|ma) )|hypothétiquement|pour cet exercice|dans ce (?:jeu|scénario))",
  '(?:imagin(?:a|emos|ad|e) que|sup(?:ón|ongamos|onga|oniendo) que|digamos que|(?:haz(?:te)?|hagamos|vamos a hacer|hacemos) como (?:si|que)|vamos a (?:imaginar|suponer|fingir)|finge|finjamos|(?:incluso )?si (?:yo )?(?:\\p{L}+ ){0,2}\\p{L}+(?:ara|era|ase|ese)(?:mos)?(?!\\p{L})[^.!?]{1,80}\\p{L}r(?:ía|ia)|érase una vez|eres (?:ahora |(?:un|mi) )|ahora eres |hipotéticamente|para este ejercicio|en este (?:juego|escenario))',
  "(?:immagin(?:a|iamo)(?:ti)? (?:che|di)|supponiamo|diciamo che|immaginiamo(?:ci)?|(?:mettiamo|poniamo) che|fingiamo|fa(?:i|cciamo) finta|(?:anche )?se (?:io )?(?:\\p{L}+ ){0,2}\\p{L}*[aeio]ssi(?:mo)?(?!\\p{L})|c[’']era una volta|sei (?:ora |(?:un|il mio) )|ora sei |ipoteticamente|per questo esercizio|in questo (?:gioco|scenario))",
  '(?:imagin(?:a|e|emos) que|supo(?:nha|nhamos|õe) que|digamos que|fa(?:z|ça|çamos|zer) de conta|vamos (?:fingir|imaginar|supor|fazer de conta)|finge|(?:mesmo )?se (?:eu )?(?:\\p{L}+ ){0,2}\\p{L}*[aeio]sse(?:mos)?(?!\\p{L})|era uma vez|(?:tu )?és (?:agora |(?:um|o meu) )|agora és |hipoteticamente|para este exercício|neste (?:jogo|cenário))',
  '(?:stel (?:je (?:eens )?voor|dat)|doe(?:n we)? alsof|laten we (?:zeggen|doen alsof)|veronderstel|als (?:ik|we) .{1,60} (?:was|had|zou(?:den)?)(?!\\p{L})|er was eens|jij? bent (?:nu |(?:een|mijn) )|hypothetisch|in dit (?:spel|scenario)|voor deze oefening)',
]);

/** What may happen one day. What may be so now is told: "I might be allergic to nuts". */
const POSSIBLE = start([
  "(?:maybe|perhaps) (?:i|we)(?:['’]ll|['’]d| will| would| should| might| could) |(?:i|we) might (?!(?:also |still )?(?:be|have|need) )",
  'vielleicht (?!bin|hab|ist|sind|hat|war)\\p{L}+ (?:ich|wir) |(?:ich|wir) (?!bin |hab|sind )\\p{L}+ (?:mich |uns )?(?:vielleicht|womöglich) (?:irgendwann|bald|einmal|mal|nächst\\p{L}*|im|in|nach) ',
  "peut-être (?:que |qu['’])(?:je|j['’]|nous |on )(?! ?(?:suis|ai|sommes|avons|est|a) )|(?:je vais|on va|nous allons) peut-être |il se peut que (?:je|nous) (?!soi|ai|ay)",
  '(?:quizás?|tal vez|a lo mejor) (?:(?:me|nos|yo|voy|vamos) |\\p{L}{3,}(?:ré|remos) |(?!tenga )\\p{L}{4,}[ae] (?:al?|con|en|el|la|una?) )',
  '(?:forse|magari) (?:(?:mi|ci|io|noi|vado|andiamo) |\\p{L}{3,}(?:rò|remo) )',
  'talvez (?:(?:me|nos|vá|vamos|vou) |(?!seja |tenha |esteja )(?:eu )?(?!seja |tenha |esteja )\\p{L}{4,}[ae] )',
  'misschien (?!(?:ben|heb|hebben|zijn) )\\p{L}+ (?:ik|we|wij) ',
]);

const SPEAKER =
  /(?<![\p{L}\p{N}])(?:i|me|my|we|our|us|ich|mich|mir|mein\p{L}*|wir|unser\p{L}*|je|j['’]\p{L}+|mon|ma|mes|nous|notre|yo|mi|mis|nuestr\p{L}+|io|mio|mia|miei|eu|meu|minha|meus|ik|mij|mijn|wij|onze)(?![\p{L}\p{N}])/iu;
const OWN_VERB =
  /(?<!\p{L})(?:soy|tengo|estoy|vivo|trabajo|sono|ho|abito|lavoro|sou|tenho|estou|moro|trabalho)(?!\p{L})/iu;
const QUOTED = /["“„«][^"“”„«»]{1,300}["”“»]/gu;

/** The first words of what a program prints. */
const MACHINE_TEXT =
  /^\s*(?:[\w.]{0,60}(?:error|exception)\b(?:\s?\[?\w{0,30}\]?)?\s?:|(?:fatal|panic|warning|segmentation fault|traceback)\b.{0,40}:|(?:npm|yarn|pip|git|docker) (?:err!?|error|warn))/iu;

/** "I hate Mondays," said Garfield. */
const QUOTATION =
  /^\s*["“„«][^"”“»]{1,300}["”“»],?\s+(?:said|says|asked|replied|shouted|sagte|sagt|rief|a dit|dit|dijo|dice|disse|ha detto|zei|zegt)(?!\p{L})/iu;

/** Whether only quoted words speak of a speaker: 'The novel begins with "I had a farm in Africa."' */
function quotesSpeaker(sentence: string): boolean {
  const quotes = sentence.match(QUOTED);
  if (!quotes?.some((quote) => SPEAKER.test(quote) || OWN_VERB.test(quote))) return false;
  const rest = sentence.replace(QUOTED, ' ');
  return !SPEAKER.test(rest) && !OWN_VERB.test(rest);
}

/** Whether a sentence is imagined, only possible, played, printed by a program or said by another: it states nothing about the speaker. */
export function isPretended(sentence: string): boolean {
  return (
    PRETENDED.test(sentence) ||
    POSSIBLE.test(sentence) ||
    MACHINE_TEXT.test(sentence) ||
    QUOTATION.test(sentence) ||
    quotesSpeaker(sentence)
  );
}
