const start = (wordings: readonly string[]) =>
  new RegExp(
    `^[\\s¡¿"“„«']*(?:(?:and|but|or|und|aber|et|mais|y|pero|e|ma|mas|en|maar),? )?(?:${wordings.join('|')})`,
    'iu',
  );

const GERMAN_UNREAL = '(?<!\\p{L})(?:wär|hätt|könnt|würd|müsst)en?(?!\\p{L})';

/** Openings of a hypothesis or a role, in seven languages. A condition needs the form of what is not so: "If I drink milk I would vomit" is so. */
const PRETENDED = start([
  "(?:ok(?:ay)?,? |so,? |now,? )*(?:let['’]?s (?:say|pretend|imagine|assume|suppose|play)|suppos(?:e|ing)|imagine (?:that )?(?:i|we|you|being|if|an?|there)\\b|pretend|assum(?:e|ing) (?:that )?(?:i|we|you)|what if|say (?:i|we) (?:were|was|had)|once upon a time|you(?:['’]re| are) (?:now |(?:an?|the|my) ))",
  '(?:if|even if) (?:i|we) (?:were|was|had|could|ever|won|lived)\\b',
  "(?:if|even if) (?:i|we) (?:\\p{L}{2,}[^\\We]ed|went|got|became|bought|found|left|quit) [^.!?]{1,80}(?:i|we)(?:['’]d| would) (?!rather |like )",
  'hypothetically(?=,| (?:i|we|you|my|let)(?!\\p{L}))',
  "for (?:this|the|our) (?:exercise|role-?play|scenario),? (?:i['’]m|i am|you['’]re|you are) (?:an? (?!bit |little )|the |your )",
  `(?:stell(?:en)? (?:dir|euch|sie sich|wir uns) (?:mal )?vor|(?:mal )?angenommen|nehmen wir (?:mal )?an|tu(?:n wir)? (?:mal )?so,? als|wenn (?:ich|wir) [^.!?]{0,60}${GERMAN_UNREAL}[^.!?]{0,80}${GERMAN_UNREAL}|(?:wär|hätt|könnt|würd|müsst)en? (?:ich|wir) [^.!?]{0,60}, [^.!?]{0,20}${GERMAN_UNREAL}|du bist (?:jetzt |ein|mein)|es war einmal|(?:rein )?hypothetisch)`,
  "(?:imagin(?:e|ons|ez) (?:que|qu['’])|suppos(?:e|ons|ez) que|disons que|fais(?:ons)? (?:comme si|semblant)|on (?:fait|va faire) (?:comme si|semblant)|si (?:j['’]|je |nous |on )\\p{L}[^.!?]{0,60}?\\p{L}(?:ais|ait|ions) [^.!?]{0,60}(?:j['’]|je |nous |on )(?:n['’]|ne |me |m['’]|en |y ){0,2}\\p{L}*(?:[eidr]|au)r(?:ais|ait|ions)(?!\\p{L})|si j['’](?:étais|avais)|il était une fois|tu es (?:maintenant |(?:un|mon|ma) )|hypothétiquement)",
  `(?:imagin(?:a|emos|ad|e) que|sup(?:ón|ongamos|onga|oniendo) que|digamos que|(?:haz(?:te)?|hagamos|vamos a hacer|hacemos) como (?:si|que)|vamos a (?:imaginar|suponer|fingir)|finge|finjamos|si (?:yo )?(?:fuera|tuviera)|(?:incluso )?si (?:yo )?(?:\\p{L}+ ){0,2}\\p{L}+(?:[iu]era|[iu]ese|ara|ase)(?:mos)?(?!\\p{L})[^.!?]{0,60}, (?:(?:yo|no|me|nos) ){0,3}(?!gusta|encanta)\\p{L}+[aei]ría(?:mos)?(?!\\p{L})|érase una vez|eres (?:ahora |(?:un|mi) )|ahora eres |hipotéticamente)`,
  "(?:immagin(?:a|iamo)(?:ti)? (?:che|di)|supponiamo|diciamo che|immaginiamo(?:ci)?|(?:mettiamo|poniamo) che|fingiamo|fa(?:i|cciamo) finta|se (?:io )?(?:fossi|avessi)|(?:anche )?se (?:io )?(?:\\p{L}+ ){0,2}\\p{L}+[aei]ssi(?:mo)?(?!\\p{L})[^.!?]{1,60}\\p{L}r(?:ei|emmo)(?!\\p{L})|c[’']era una volta|sei (?:ora |(?:un|il mio) )|ora sei |ipoteticamente)",
  '(?:imagin(?:a|e|emos) que|supo(?:nha|nhamos|õe) que|digamos que|fa(?:z|ça|çamos|zer) de conta|vamos (?:fingir|imaginar|supor|fazer de conta)|finge|se (?:eu )?(?:fosse|tivesse)|(?:mesmo )?se (?:eu )?(?:\\p{L}+ ){0,2}\\p{L}+[aei]sse(?:mos)?(?!\\p{L})[^.!?]{0,60}, (?!maria)(?:(?:eu|não|me) ){0,3}\\p{L}+[aei]?ria(?:mos)?(?!\\p{L})|era uma vez|(?:tu )?és (?:agora |(?:um|o meu) )|agora és |hipoteticamente)',
  '(?:stel (?:je (?:eens )?voor|dat)|doe(?:n we)?(?: (?:even|eens|maar|nu))* alsof|laten we (?:zeggen|doen alsof)|veronderstel|als (?:ik|we) (?:jou was|[^.!?]{1,60} zou(?:den)?)(?!\\p{L})|er was eens|jij? bent (?:nu |(?:een|mijn) )|hypothetisch)',
]);

/** A form of what is not so, in English and French: their past begins both a hypothesis and a habit. */
const UNREAL =
  /(?<!\p{L})(?:would|could|might|should|['’]d|won['’]t|will)(?!\p{L})|(?:[eidr]|au|(?:vi|sui|ce|de)v)r(?:ais|ait|ions|aient)(?!\p{L})/iu;
/** What was so each time: "If I was sick as a child, my grandmother made me broth." */
const HABIT =
  /^(?:(?:even )?if (?:i|we) (?!(?:was|were) (?:you|rich|an? |the ))[^,.!?]{2,80}, (?!(?:please|just|do) )\p{L}[^.!?]{0,60}? (?:\p{L}{2,}ed|was|were|had|made|gave|took|brought|let|read|went|came|got|told|sang|sat|built|bought|kept|put|felt|slept|ate|drank|ran|drove|did|said)|si j['’](?:étais|avais) (?!(?:riche|toi|vous|une?)(?!\p{L}))[^,.!?]{2,80}, [^.!?]{0,60}?\p{L}(?:ais|ait|ions|aient))(?!\p{L})/iu;

/** The first words of what a program prints. */
const MACHINE_TEXT =
  /^\s*(?:(?:this is|here(?:['’]s| is)|(?:and |but |now )?i(?:['’]m)? (?:get|got|getting|see|keep getting)|it (?:says|prints))[^:\n]{0,40}:\s)?(?:(?:uncaught (?:\(in promise\) )?)?[\w.]{0,60}(?:error|exception)\b(?:\s?\[?\w{0,30}\]?)?\s?:|(?:fatal|panic|warning|segmentation fault|traceback)\b.{0,40}:(?!\s(?:i|i['’]m|my|we|our)\s)|(?:npm|yarn|pip|git|docker) (?:err!?|error|warn)|make(?:\[\d{1,3}\])?: \*\*\*)/iu;

/** What only a program prints, anywhere in a sentence. */
const MACHINE_WORD =
  /(?<![\p{L}\p{N}])(?:0x[0-9a-f]{4,}|core dumped|exit(?:ed with)? code \d+|ERR_?[A-Z_]{4,}|E(?:CONN|RESOL|ACC|NOENT|ADDR|PERM|TIMED)[A-Z]*)(?![\p{L}\p{N}])/u;

/** "I hate Mondays," said Garfield. */
const QUOTATION =
  /^\s*["“„«'‘][^"”“»]{1,300}["”“»'’],?\s+(?:said|says|asked|replied|shouted|sagte|sagt|rief|a dit|dit|dijo|dice|disse|ha detto|zei|zegt)(?!\p{L})/iu;

/** What a text says: 'The novel begins with "I had a farm in Africa."' */
const RECITAL =
  /^(?:the |der |die |das |la |le |l['’]|el |il |o |a |de |het )?(?:(?:first|opening|last) (?:line|sentence|words) |(?:novel|book|story|song|poem|roman|buch|lied|gedicht|chanson|livre|poème|canción|novela|libro|poema|canzone|romanzo|canção|livro|boek|gedicht|liedje) (?:begins|starts|opens|ends|says|goes|beginnt|fängt|sagt|endet|commence|dit|finit|empieza|comienza|dice|termina|inizia|começa|diz|acaba|begint|zegt|eindigt)(?!\p{L}))[^"“„«]{0,60}["“„«]/iu;

/** Whether a sentence is imagined, played, printed by a program, recited or said by another: it states nothing about the speaker. */
export function isPretended(sentence: string): boolean {
  const isUnreal = PRETENDED.test(sentence) && (UNREAL.test(sentence) || !HABIT.test(sentence));
  return (
    isUnreal ||
    MACHINE_TEXT.test(sentence) ||
    MACHINE_WORD.test(sentence) ||
    QUOTATION.test(sentence) ||
    RECITAL.test(sentence)
  );
}
