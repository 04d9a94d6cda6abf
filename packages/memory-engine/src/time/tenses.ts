// Words that say whether a sentence tells of the past or of what comes, in German, French, Spanish, Italian, Portuguese and Dutch.

interface TenseWords {
  readonly past: RegExp;
  readonly future: RegExp;
}

function anyOf(...words: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'u');
}

/** Words between an auxiliary verb and its participle. "J'ai un rendez-vous prévu" is no past tense. */
const FRENCH_ADVERBS =
  '(?: (?:pas|jamais|déjà|bien|enfin|tout|toujours|encore|aussi|beaucoup|donc|juste|presque|\\p{Ll}+ment))*';
/** Verbs whose present ends as other past tenses do ("Wir heiraten am 20. Juni", "ich arbeite"), and adjectives behind "das". */
const GERMAN_PRESENT =
  '(?:\\p{Ll}*(?:heira|arbei|star|war|mie|hal|tre|rei|bie|lei|richt?|beobach|tes|pos|kos|fas|antwor|gestal|wal|schal|übernach)|be?ach|verzich|bit|flüch|\\p{Ll}+es|größ|fünf|ech|kal|net|gesam|geplan)ten?(?!\\p{L})';
const GERMAN_NO_ADJECTIVE =
  '(?<!(?<!\\p{L})(?:[Dd](?:er|ie|en|em|es)|(?:[Kk]|[MmDdSs])?[Ee]in(?:e[mnrs]?)?|[Uu]nsere?[mnrs]?|[Ii]hre?[mnrs]?|am|im|vom|zum|zur|beim) )';
/** What follows one of these is an adjective or a noun: "mijn oudste dochter", "de ziekte". */
const DUTCH_NO_ADJECTIVE = '(?<!(?<!\\p{L})(?:[Dd]e(?:ze)?|[Mm]ijn|[Oo]nze|[Zz]ijn|[Hh]aar|[Hh]un|[Jj]ouw|[Ee]en) )';
const ITALIAN_ADVERBS = '(?: (?:già|appena|sempre|mai|anche|poi|\\p{Ll}+mente))*';

/** Keys are the names of languages in function-words.ts. Verbs have no capital letter inside a sentence, unlike the German "Miete" and "Karte". */
export const TENSE_WORDS: Readonly<Record<string, TenseWords>> = {
  German: {
    past: anyOf(
      '[Ww]ar(?:en)?|[Hh]atten?|[Ww]urden?|starb(?:en)?|\\p{Ll}{0,3}(?:fand|ging|kam|fuhr|flog|gab|nahm|traf|trat|schrieb|sprach|blieb|lief|fiel|hielt|ließ|zog|stand|brach)(?:en)?|verlor(?:en)?|gewann(?:en)?|begann(?:en)?',
      `(?!möchte|könnte|sollte|müsste|dürfte|heute|bitte|(?:ers|zwei|drit|vier|letz|näch|bes|meis|leich|wich|gu)te|${GERMAN_PRESENT})${GERMAN_NO_ADJECTIVE}\\p{Ll}{3,}ten?`,
      '[Hh]a(?:be?|ben|t)(?!\\p{L}).*(?<!\\p{L})(?!gegen)\\p{Ll}{0,5}ge\\p{Ll}+(?:t|en)',
      '[Hh]a(?:be?|ben|t)(?!\\p{L}).*(?<!\\p{L})(?:(?:be|ver|er|ent|zer|unter|über|miss)\\p{Ll}+(?:t|en)|\\p{Ll}+iert)(?=\\s*(?:[.!]|$| und ))',
      '(?:[Bb]in|[Ii]st|[Ss]ind)(?!\\p{L}).*(?<!\\p{L})\\p{Ll}{0,5}(?:ge(?:gang|komm|fahr|flog|zog|bor|storb|word|bli[e]?b|fall|lauf|wes)en|gereist|eingeschult)|[Ii]st(?!\\p{L}).*(?<!\\p{L})verstorben',
    ),
    future: anyOf('[Ww](?:erden?|ird|ollen|ill)'),
  },
  French: {
    past: anyOf(
      `(?:ai|as|avons|avez|ont|a)${FRENCH_ADVERBS} (?!lieu|peu|peur|trois|dix|congé|kiné|ciné|karaté)\\p{Ll}+(?:é|ée|és|ées|[^\\P{L}u]i|is|it|u|ue|us|ert|eint)`,
      "(?:me suis|s’est|s['’]est|nous sommes|se sont)(?: \\p{Ll}+)? \\p{Ll}+(?:é|ée|és|ées|i|ie|is|it|u|ue|us)",
      '(?:suis|est|sommes|sont)(?: \\p{Ll}+)? (?:allé|venu|revenu|arrivé|parti|né|mort|décédé|entré|sorti|monté|tombé|resté|retourné|rentré|passé|devenu)e?s?',
      '(?!(?:par|satis)?fait|portrait|souhait|lait|trait|sait|plaît|connait|voudrait|devrait|pourrait|serait|aurait)\\p{Ll}{2,}(?:ait|aient)|étais|avais|allais|étions|avions',
    ),
    future: anyOf(
      '(?:vais|va|allons|allez|vont) \\p{Ll}+(?:er|ir|re|oir)|\\p{Ll}{2,}(?:erai|irai|drai|sera|erons|irons|drons|eront|iront|dront)',
    ),
  },
  Spanish: {
    past: anyOf(
      '[Ff]u(?:e|i|imos|eron)|[Ee]ran?|[Ee]stuv\\p{Ll}+|[Tt]uv\\p{Ll}+|[Hh]ic\\p{Ll}+|[Hh]izo|[Vv]in(?:e|o|imos|ieron)|[Pp]us\\p{Ll}+|[Nn]aci(?:ó|eron)|[Mm]uri(?:ó|eron)',
      '(?:[Hh]e|[Hh]a|[Hh]emos|[Hh]an|[Hh]abía) \\p{Ll}+(?:ado|ido|cho|sto|rto)',
      '\\p{L}{2,}(?:ó|aron)|\\p{L}+ieron|(?!(?:\\p{L}+[aei]r|[Bb]eb|caf|comit|pur|buf|chal|Jos|Andr|Chlo|Salom)é(?!\\p{L}))\\p{L}{3,}é|(?!(?:[Aa]qu|[Aa]ll|[Aa]s|[Aa]h|esqu)í)\\p{L}{2,}í|(?:com|viv|conoc|sub|recib|escrib|perd)imos|\\p{L}{3,}aban?',
      // "Nos casamos" may be the present as well; it is told after it happened.
      '[Nn]os (?:casamos|mudamos|conocimos|separamos|divorciamos)',
    ),
    future: anyOf('(?:[Vv]oy|[Vv]as?|[Vv]amos|[Vv]an) a \\p{Ll}+[aei]r(?:me|nos|se)?|\\p{L}{3,}(?:ré|rá|rán|remos)'),
  },
  Italian: {
    past: anyOf(
      `(?:[Hh]o|[Hh]ai|[Hh]a|[Aa]bbiamo|[Hh]anno)${ITALIAN_ADVERBS} \\p{Ll}+(?:ato|uto|ito|tto|sto|sso|rso|lto|into|ento|ata|uta|ita)`,
      '(?:[Ss]ono|[Èè]|[Ss]iamo|[Ss]ei)(?: \\p{Ll}+)? (?:stat|andat|arrivat|nat|mort|partit|venut|uscit|tornat|rimast|cadut|entrat|diventat|passat)[oaie]',
      '(?:[Mm]i|[Cc]i|[Ss]i) (?:sono|siamo|è)(?: \\p{Ll}+)? \\p{Ll}+[tsz][oaie]|[Ee]r(?:o|i|a|ano|avamo)|(?!(?:[Bb]ra|[Oo]tta|Gusta|[Rr]ice)vo(?!\\p{L}))\\p{L}{2,}(?:avo|avamo|avano|evo|eva|evamo|evano)|[Nn]acque|[Mm]orì',
    ),
    future: anyOf('\\p{L}{3,}(?:rò|rà|remo|ranno)|[Ss]ar(?:ò|à|anno)'),
  },
  Portuguese: {
    past: anyOf(
      '[Ff]oi|[Ff]ui|[Ff]omos|[Ff]oram|[Ee]ram?|[Ee]stav\\p{Ll}+|[Ee]stiv\\p{Ll}+|[Tt]iv\\p{Ll}+|[Tt]eve|[Ff]iz(?:emos|eram)?|[Ff]ez|[Vv]im|[Vv]ie(?:mos|ram)|[Vv]eio|[Nn]asceu',
      '(?!(?:est|s|v|d)ou(?!\\p{L}))\\p{L}{2,}ou|\\p{L}{2,}(?:aram|eram|iram|iu|ámos|ávamos|avam)|(?!\\p{L}*(?:mus|meu)|Abreu|Tadeu)\\p{L}{2,}[cdrsbv]eu|(?!\\p{L}+[aei]rei(?!\\p{L}))\\p{L}{2,}ei|[Vv]endi|[Pp]erdi|[Cc]onheci|[Ss]aí|[Cc]omi',
      '(?:[Nn]os|[Mm]e) casamos',
    ),
    future: anyOf('(?:[Vv]ou|[Vv]ai|[Vv]amos|[Vv]ão) \\p{Ll}+[aeio]r(?:-\\p{Ll}+)?|\\p{L}{3,}(?:[aei]rei|rá|rão)'),
  },
  Dutch: {
    past: anyOf(
      '[Ww]as|[Ww]aren|[Hh]ad(?:den)?|[Ww]erd(?:en)?|[Gg]ing(?:en)?|kwam(?:en)?|kreeg|kregen|nam(?:en)?|deed|deden|zag(?:en)?|vond(?:en)?|kocht(?:en)?|bracht(?:en)?|begon(?:nen)?|bleef|bleven|liep(?:en)?|reed|reden|vloog|vlogen|schreef|sprak(?:en)?|stierf|brak(?:en)?|viel(?:en)?|won(?:nen)?|sloot|sloten|bezocht(?:en)?|overleed|verloor|vertrok(?:ken)?',
      `${DUTCH_NO_ADJECTIVE}(?!volgende|komende|(?:laat|eer|be|mee|min|naa|[kj]uis)ste|rustige|(?:der|vier|bei|ein|aar|ron|vol|gezon|leid|goe)de)\\p{Ll}{2,}(?:kte|pte|fte|ste|chte|tte|lde|rde|gde|nde|mde|ide|jde|bde|wde|sde)n?`,
      '(?:[Hh]eb|[Hh]eeft|[Hh]ebben|[Hh]ebt)(?!\\p{L}).*(?<!\\p{L})\\p{Ll}{0,5}(?:ge\\p{Ll}+(?:d|t|en)|(?:ver|be|ont|her)\\p{Ll}+(?:d|t|cht|en))(?=\\s*(?:[.!]|$| en ))',
      'trouwden|(?:[Bb]en|[Ii]s|[Zz]ijn)(?!\\p{L}).*(?<!\\p{L})(?:geweest|gegaan|gekomen|geboren|overleden|gestorven|verhuisd|vertrokken|begonnen|gestopt|getrouwd|gescheiden|gebleven|gevallen|gebeurd|geslaagd|aangekomen|teruggekomen|geworden|afgestudeerd|ingetrokken|geopereerd)',
    ),
    future: anyOf('[Zz]al|[Zz]ullen|[Gg]a(?:at|an)?'),
  },
};
