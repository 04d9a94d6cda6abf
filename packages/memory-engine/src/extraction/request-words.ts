// Requests and questions without a question mark, as people type them on a phone: "was soll ich kochen", "any tips", "c quoi un pacs".

interface RequestWords {
  /** Beginnings of a question, also behind a statement: "im vegan what can i cook". */
  readonly asks: readonly string[];
  /** Beginnings of an order, also behind a statement: "im vegan give me a recipe". */
  readonly orders: readonly string[];
  /** Beginnings of a question only where a line begins: "when" and "que" also join clauses. */
  readonly opens: readonly string[];
  /** What may stand before a question. */
  readonly hails: string;
}

/** By language. Long forms only: `spellOut` reads the short ones. */
const LANGUAGES: Readonly<Record<string, RequestWords>> = {
  English: {
    asks: [
      '(?:can|could|would|will) you ',
      '(?:what|which|how|where)(?: \\w+)? (?:can|should|could|shall|would) (?:i|we|you) ',
      'any (?:tips|ideas?|advice|recs?|recommendations|suggestions|thoughts)(?!\\p{L})',
    ],
    orders: [
      'please (?:give|tell|show|help|recommend|suggest|find|make|write|send) ',
      '(?:rec|recommend|suggest) me ',
      'need (?:some |any |your )?(?:ideas|tips|advice|help|suggestions)(?!\\p{L})',
    ],
    opens: [
      '(?:what|where|when|why|how|who) (?:does|do|did|is|are|was|were|can|should) ',
      'how (?:much|many|long|often|far|to) |which \\p{L}+ (?:for|is|are|do|does|should|would|can|to|has) ',
    ],
    hails: 'wait|lol|omg|haha|so|ok|hey|hi|yo|and|but|please',
  },
  German: {
    asks: [
      '(?:kannst|könntest|würdest|weißt|weisst|kennst|hast) du ',
      '(?:was|wie|wo|wann|womit|woher|wohin|welche[rsnm]?(?: \\p{L}+)?) (?:soll|sollte|kann|könnte|muss|darf|würd|würde) (?:ich|man|wir) ',
    ],
    orders: [
      '(?:gib|zeig|sag|schreib|mach|erstell|empfiehl|schick|hilf) (?:mir|uns) ',
      '(?:brauche?|suche?) (?:noch |ein paar |dringend )?(?:tipps|ideen|hilfe|rat|vorschläge)(?!\\p{L})',
    ],
    opens: [
      '(?:was|wo|wann|wer|wen|wem|woher|wohin) (?:ist|sind|war|waren|heißt|heisst|bedeutet|kostet|kosten|gibt|hat|wird|kommt|hilft|meinst|hältst) ',
      'wie (?:(?:lange?|viele?|oft|alt|weit|teuer|hoch|groß|schnell|spät) )?(?:ist|sind|geht|macht|heißt|heisst|dauert|koch\\p{L}*|braucht?|muss|kommt|schreibt|funktioniert|war|hoch) ',
      '(?:warum|wieso|weshalb|gibt es|gibts|(?:darf|soll|muss|kann) (?:ich|man)) ',
    ],
    hails: 'hey|hi|hallo|und|aber|also|sag mal|ok|bitte|mal|ach|hä',
  },
  Spanish: {
    asks: [
      '(?:puedes|podrías|sabes|conoces|me (?:das|dices|recomiendas|ayudas|puedes|haces)) ',
      'qu[eé] (?:le regalo|me pongo|me recomiendas|cocino|hago|puedo \\p{L}+$)',
      'alg[uú]n(?:a|os|as)? (?:consejos?|trucos?|tips?|ideas?|recomendaci[oó]n\\p{L}*)(?!\\p{L})',
    ],
    orders: ['(?:dame|dime|hazme|ay[uú]dame|recomi[eé]ndame|b[uú]scame) '],
    opens: [
      'qu[eé] (?:significa|es|son|hago|puedo|opinas|hora|tiempo hace|debo|tengo que) ',
      'c[oó]mo (?:se (?:dice|hace|llama|escribe)|puedo|hago|está|están|funciona) ',
      'd[oó]nde (?:est[aá]n?|puedo|hay|queda|compro|encuentro) ',
      'cu[aá]nt[oa]s? (?!m[aá]s |antes )',
      '(?:cu[aá]l|cu[aá]les|qui[eé]n) (?:es|son|fue) |cu[aá]ndo (?:empieza|abre|cierra) |por qué ',
    ],
    hails: 'oye|hola|y|pero|ok|vale|a ver|dime|porfa|jaja',
  },
  French: {
    asks: [
      '(?:tu|vous) (?:connais|connaissez|peux|pouvez|pourrais|pourriez|sais|conseilles) ',
      "(?:t['’]|tu )as (?:des|une?|pas) ",
      '(?:je|on) (?:fais|fait|mange|mets|prends|achète|cuisine) quoi(?!\\p{L})',
    ],
    orders: ['(?:donne|fais|montre|dis|aide|propose|conseille|trouve)[- ](?:moi|nous)(?!\\p{L})'],
    opens: [
      "(?:c['’]est|ça veut dire) quoi|qu['’]est[- ]ce|est[- ]ce (?:que|qu['’])",
      '(?:combien|pourquoi) ',
      "comment (?:on|je|tu|ça|faire|se|s['’])|(?:où|quand) (?:est|sont|commence|ouvre) |où (?:je|on) peux?t? ",
      '(?:quel(?:le)?s?|qui) (?:est|sont) ',
    ],
    hails: 'hé|hey|salut|et|mais|ok|bon|dis|stp|du coup|alors',
  },
  Italian: {
    asks: [
      '(?:puoi|potresti|mi (?:dai|aiuti|consigli|dici)) ',
      '(?:che )?cosa (?:posso|cucino|faccio|devo|mi consigli|compro|metto|preparo)(?!\\p{L})',
      '(?:qualche|hai) (?:consigli\\p{L}*|idee|idea)(?!\\p{L})',
    ],
    orders: ['(?:dammi|fammi|dimmi|consigliami|aiutami|trovami) '],
    opens: [
      "(?:che )?cosa (?:vuol|significa|è|sono|ne pensi) |cos['’]è |che (?:ore|significa|vuol) ",
      'come (?:si (?:dice|fa|scrive|chiama)|faccio|posso|funziona) ',
      '(?:dove|quando) (?:è|posso|trovo|si|inizia|apre) |quant[oaie] (?!mais )|qual(?:\\W{1,2}è|[ei]) |chi (?:è|ha) ',
    ],
    hails: 'ehi|hey|ciao|e|ma|ok|senti|dai|scusa|ahah',
  },
  Portuguese: {
    asks: [
      '(?:você|tu) (?:pode|podes|sabe|sabes|conhece|indica|recomenda) ',
      'podes? (?:me|dizer|ajudar|dar|mandar) ',
      'o que (?:eu )?(?:faço|posso|cozinho|compro|dou|devo)(?!\\p{L})',
      '(?:algum|alguma|quer(?:o|ia) umas) (?:dicas?|ideias?|sugest\\p{L}+)(?!\\p{L})',
    ],
    orders: [],
    opens: [
      '(?:o )?que (?:é|significa|são|quer|horas) ',
      'como (?:faz|faço|funciona|posso|é que) |onde (?:fica|é|posso|tem|compro|acho) ',
      'quant[oa]s? (?!mais )|qual (?:é|era|seria) |quais |quem (?:é|foi) |por que ',
    ],
    hails: 'oi|olá|e|mas|ok|aí|então|olha|gente|por favor',
  },
  Dutch: {
    asks: [
      '(?:kun|wil|zou|weet|heb|ken) (?:je|jij) ',
      'wat (?:kan|moet|zal|zou|eten|doen|koken|kopen) (?:ik|je|we)(?!\\p{L})',
      '(?:nog|iemand|heb je) (?:tips|ideeën)(?!\\p{L})',
    ],
    orders: ['(?:geef|zeg|help|maak|stuur|zoek) (?:me|mij) '],
    opens: [
      '(?:wat|waar|wie|wanneer) (?:is|zijn|was|betekent|kost|kan|moet|doet|ligt|begint|koop) ',
      'hoe (?:lang|lange|veel|vaak|oud|laat|ver|werkt|kan|moet|doe|maak|gaat|heet|is|kook) ',
      '(?:hoeveel|hoelang|waarom|welke?) |(?:mag|moet|kan) (?:ik|je) ',
    ],
    hails: 'hey|hoi|en|maar|ok|oke|zeg|alsjeblieft|even',
  },
};

const all = Object.values(LANGUAGES);
const HAIL = `(?:(?:${all.map(({ hails }) => hails).join('|')}) )*`;
const ASKS = all.flatMap(({ asks }) => asks).join('|');
const ORDERS = all.flatMap(({ orders }) => orders).join('|');
const OPENS = all.flatMap(({ opens }) => opens).join('|');

const REQUEST = new RegExp(`^(?:${ASKS}|${ORDERS})`, 'iu');
const QUESTION = new RegExp(`^${HAIL}(?:${ASKS}|${OPENS})`, 'iu');

/** Whether a request begins with these words, also in the middle of a line. */
export function beginsRequest(text: string): boolean {
  return REQUEST.test(text);
}

/** Whether a line is a question, judged by its first words. */
export function isTypedQuestion(text: string): boolean {
  return QUESTION.test(text);
}
