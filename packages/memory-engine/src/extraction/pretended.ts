const start = (wordings: readonly string[]) => new RegExp(`^[\\s¡¿"“„«']*(?:${wordings.join('|')})`, 'iu');

/** Openings of a hypothesis, a game or a role, in seven languages. */
const PRETENDED = start([
  "(?:ok(?:ay)?,? |so,? |now,? )*(?:let['’]?s (?:say|pretend|imagine|assume|suppose|play)|suppos(?:e|ing)|imagine (?:that )?(?:i|we|you|being|if|an?|there)\\b|pretend|assum(?:e|ing) (?:that )?(?:i|we|you)|what if|say (?:i|we) (?:were|was|had)|once upon a time|you(?:['’]re| are) (?:now )?(?:an?|the|my) )",
  '(?:if|even if) (?:i|we) (?:were|was|had|could|ever|won|lived)\\b',
  '(?:stell(?:en)? (?:dir|euch|sie sich|wir uns) (?:mal )?vor|angenommen|nehmen wir (?:mal )?an|tu(?:n wir)? (?:mal )?so,? als|wenn ich .{1,60} (?:wäre|hätte|könnte)|du bist (?:jetzt )?(?:ein|mein)|es war einmal)',
  "(?:imagin(?:e|ons|ez) (?:que|qu['’])|suppos(?:e|ons|ez) que|disons que|fais(?:ons)? (?:comme si|semblant)|si j['’](?:étais|avais)|il était une fois|tu es (?:maintenant )?(?:un|mon|ma) )",
  '(?:imagin(?:a|emos|ad|e) que|sup(?:ón|ongamos|onga|oniendo) que|digamos que|haz(?:te)? como si|finge|finjamos|si (?:yo )?(?:fuera|tuviera)|érase una vez|eres (?:ahora )?(?:un|mi) )',
  "(?:immagin(?:a|iamo)(?:ti)? (?:che|di)|supponiamo|diciamo che|fa(?:i|cciamo) finta|se (?:io )?(?:fossi|avessi)|c[’']era una volta|sei (?:ora )?(?:un|il mio) )",
  '(?:imagin(?:a|e|emos) que|supo(?:nha|nhamos|õe) que|digamos que|fa(?:z|ça|çamos) de conta|finge|se (?:eu )?(?:fosse|tivesse)|era uma vez|(?:tu )?és (?:agora )?(?:um|o meu) )',
  '(?:stel (?:je (?:eens )?voor|dat)|doe(?:n we)? alsof|laten we (?:zeggen|doen alsof)|als ik .{1,60} (?:was|had|zou)|er was eens|jij? bent (?:nu )?(?:een|mijn) )',
]);

/** The first words of what a program prints. */
const MACHINE_TEXT =
  /^\s*(?:[\w.]{0,60}(?:error|exception)\b(?:\s?\[?\w{0,30}\]?)?\s?:|(?:fatal|panic|warning|segmentation fault|traceback)\b.{0,40}:|(?:npm|yarn|pip|git|docker) (?:err!?|error|warn))/iu;

/** "I hate Mondays," said Garfield. */
const QUOTATION =
  /^\s*["“„«][^"”“»]{1,300}["”“»],?\s+(?:said|says|asked|replied|shouted|sagte|sagt|rief|a dit|dit|dijo|dice|disse|ha detto|zei|zegt)(?!\p{L})/iu;

/** Whether a sentence is imagined, played, printed by a program or said by another: it states nothing about the speaker. */
export function isPretended(sentence: string): boolean {
  return PRETENDED.test(sentence) || MACHINE_TEXT.test(sentence) || QUOTATION.test(sentence);
}
