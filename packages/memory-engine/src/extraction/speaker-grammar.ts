// How a clause about the speaker begins in seven languages, and which verbs say what lasts.

/** Verbs, by what may follow them and whether they stand without their subject. All are in the first person of the present. */
export interface SpeakerGrammar {
  /** The speaker, with the words that may stand between the speaker and the verb. */
  readonly subject: RegExp;
  /** Joins clauses. */
  readonly and: string;
  /** "Am" and "have": what the speaker is or has, which no time at the end of the next clause limits. */
  readonly being: RegExp;
  readonly having: RegExp;
  /** Verbs of what lasts, which show a clause also where its subject is left out. */
  readonly lasting: RegExp;
  /** The same for several speakers, where the form differs. */
  readonly lastingOfSeveral: RegExp | null;
  /** Of these, the ones that are nouns as well. */
  readonly alsoNoun: RegExp;
  /** Verbs of tastes. Also `lasting`, but only behind another clause. */
  readonly taste: RegExp;
  /** Verbs of wishes, duties, thoughts and speech, which rule what follows, and verbs of the past. */
  readonly ruling: RegExp;
  /** What follows "have" where it builds the past, or names a need of the moment. */
  readonly hasDone: RegExp;
  /** The same for "be". */
  readonly isDoing: RegExp;
  /** "The": its noun was probably named before. */
  readonly the: RegExp;
  /** Whether the verb shows who speaks, so that the subject may be left out anywhere. */
  readonly isProDrop: boolean;
}

const words = (...lists: readonly string[]) => new RegExp(`^(?:${lists.join('|')})$`, 'iu');
const start = (...lists: readonly string[]) => new RegExp(`^(?:${lists.join('|')})(?![\\p{L}\\p{M}])`, 'iu');

const MOODS = start(
  'so|tired|hungry|thirsty|sorry|late|busy|nervous|excited|happy|sad|better|ready|sure|glad|afraid|scared|bored|sick|ill|ok|okay|fine|done|free|lost|here|back|home|in a hurry|on my way|stuck|not|unable|new|curious',
  'wieder (?:da|hier|zurück|online|dabei)|zurück|soweit|müde|hungrig|krank|spät|nervös|froh|traurig|fertig|sicher|bereit|gespannt|aufgeregt|da|hier|dabei|nicht',
  'de retour|fatiguée?|désolée?|malade|contente?|triste|prête?|sûre?|là|ici|perdue?|inquiète?|en (?:train|retard|route)',
  'de vuelta|cansad[oa]|list[oa]|segur[oa]|enferm[oa]|content[oa]|triste|aquí|perdid[oa]|preocupad[oa]|nervios[oa]',
  'di ritorno|stanc[oa]|pront[oa]|sicur[oa]|malat[oa]|content[oa]|triste|qui|in ritardo|preoccupat[oa]|felice',
  'de volta|cansad[oa]|pront[oa]|cert[oa]|doente|feliz|triste|aqui|preocupad[oa]|atrasad[oa]',
  '(?:er )?weer|terug|moe|ziek|klaar|zeker|blij|verdrietig|hier|bezig|niet|benieuwd|zenuwachtig|dol op (?:hem|haar)',
);

const english: SpeakerGrammar = {
  subject:
    /^(?:i|we)(?: (?:also|currently|usually|mostly|mainly|always|often|still|only|now|just|really|actually|do(?: not|n['’]?t)|never))*(?=['’]| |(?<=^i)(?:m|ve) )/iu,
  and: 'and|&',
  being: words("['’]?m|['’]?re|am|are"),
  having: words("['’]?ve|have|own"),
  lasting: words(
    "['’]?m|['’]?re|['’]?ve|am|are|have|own|rent|live|work|drive|speak|study|teach|play|eat|drink|take|wear|use|run|weigh|collect|volunteer",
  ),
  lastingOfSeveral: null,
  alsoNoun: words('rent|work|drive|study|play|drink|use|run|own|love|like|hate'),
  taste: words('love|like|hate|prefer|enjoy'),
  ruling: words(
    "can|can['’]?t|cannot|could|will|would|shall|should|may|might|must|gonna|wanna|['’](?:ll|d)|ll|d|want|need|feel|think|know|hope|guess|believe|suppose|wish|mean|say|tell|ask|hear|see|find|wonder|forget|remember|promise|come|try|plan|intend|decide|seem|look|help|let|make|apologi[sz]e|agree|understand|imagine|bet|doubt|swear|expect|was|were|haven['’]?t",
  ),
  hasDone:
    /^(?:to|just|already|ever|never|not|no idea|been|had|done|gone|seen|known|bought|made|taken|lived|(?!red |bed |wed )\p{L}{2,}ed)(?!\p{L})/iu,
  isDoing:
    /^(?:going|gonna|about|(?!living|working|studying|learning|training|teaching|breeding)\p{L}{2,}ing)(?!\p{L})/iu,
  the: /^the /iu,
  isProDrop: false,
};

const german: SpeakerGrammar = {
  subject: /^(?:ich|wir)(?= )/iu,
  and: 'und|u\\.',
  being: words('bin|sind|heiß(?:e|en)|heisse'),
  having: words('habe?|haben|besitze'),
  lasting: words(
    'bin|habe?|heiße|heisse|wohne|lebe|arbeite|fahre|spreche|studiere|unterrichte|spiele|esse|trinke|nehme|trage|besitze|komme|lerne|sammle|vertrage|leide|betreibe|miete',
  ),
  lastingOfSeveral: words('sind|haben|heißen|wohnen|leben|arbeiten|fahren|sprechen|studieren|spielen|essen|trinken'),
  alsoNoun: words('$^'),
  taste: words('liebe|mag|hasse|lieben|mögen'),
  ruling: words(
    'will|wollen|möchten?|muss|müssen|kann|können|soll|sollen|darf|dürfen|würden?|werden?|denke|glaube|weiß|weiss|finde|fühle|hoffe|brauche|sage|meine|suche|gehe|frage|wünsche|versuche|plane|kenne|sehe|höre|war|waren|hatten?|wurden?|ging|kam',
    '(?!arbeite$|miete$|reite$|unterrichte$|vertrete$|faste$|leite$)\\p{L}+ten?',
  ),
  hasDone:
    /(?<!\p{L})(?:\p{Ll}{0,5}ge\p{Ll}{2,}(?:t|en)|(?:be|ver|er|ent|zer)\p{Ll}{3,}(?:t|en)|\p{Ll}+iert|zu|[Hh]unger|[Dd]urst|[Aa]ngst|[Ll]ust)(?!\p{L})/u,
  isDoing: /(?<!\p{L})(?!geboren|geschieden|getrennt|gelernt)\p{Ll}{0,5}ge\p{Ll}{2,}(?:t|en)(?!\p{L})/u,
  the: /^(?:der|die|das|den|dem) /iu,
  isProDrop: false,
};

const french: SpeakerGrammar = {
  subject: /^(?:je (?:ne )?m['’]|je n['’]|j['’]|(?:je|nous)(?: ne)?(?: (?:me|nous))?(?= ))/iu,
  and: 'et',
  being: words('suis|sommes|appelle'),
  having: words('ai|avons|possède'),
  lasting: words(
    'suis|ai|appelle|habite|vis|travaille|parle|joue|étudie|enseigne|roule|conduis|mange|bois|porte|prends|fais|viens|possède|loue|collectionne',
  ),
  lastingOfSeveral: words('sommes|avons|habitons|vivons|travaillons|parlons|jouons'),
  alsoNoun: words('$^'),
  taste: words('aime|adore|déteste|préfère'),
  ruling: words(
    "vais|veux|dois|peux|faut|pense|crois|sais|espère|trouve|sens|cherche|voudrais|l['’].*|le|la|les|lui|leur|en|y|te|t['’].*|vous|dis|demande|allons|voulons|devons|pouvons",
    '(?!fais$|connais$)\\p{L}+ais|\\p{L}+(?:rai|rons|ions)',
  ),
  hasDone:
    /^(?!(?:pas (?:de|d['’])|une?|des|du|de|d['’]|le|la|les|l['’]|mon|ma|mes|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|plusieurs|beaucoup|\p{N}+)(?!\p{L}))/iu,
  isDoing:
    /^(?:allée?|venue?|partie?|arrivée?|restée?|tombée?|devenue?|sortie?|entrée?|rentrée?|montée?|descendue?|passée?|retournée?|me)(?!\p{L})/iu,
  the: /^(?:le |la |les |l['’])/iu,
  isProDrop: false,
};

const spanish: SpeakerGrammar = {
  subject: /^(?:(?:yo|nosotr[oa]s) )?(?:(?:también|no) )?(?:me |nos )?(?=\p{L})/iu,
  and: 'y|e',
  being: words('soy|somos|estoy|estamos|llamo'),
  having: words('tengo|tenemos'),
  lasting: words(
    'soy|estoy|tengo|vivo|trabajo|hablo|toco|estudio|juego|bebo|tomo|uso|llevo|enseño|conduzco|manejo|llamo|dedico|peso|mido|colecciono|vendo|vengo|alquilo|somos|estamos|tenemos|vivimos|trabajamos|hablamos',
  ),
  lastingOfSeveral: null,
  alsoNoun: words('trabajo|estudio|juego|uso'),
  taste: words('odio|adoro|amo|detesto'),
  ruling: words('$^'),
  hasDone: /^(?:que|hambre|sed|sueño|frío|calor|miedo|ganas|prisa)(?!\p{L})/iu,
  isDoing: /^(?:\p{L}+ndo|a|por)(?!\p{L})/iu,
  the: /^(?:el|la|los|las) /iu,
  isProDrop: true,
};

const italian: SpeakerGrammar = {
  subject: /^(?:(?:io|noi) )?(?:(?:anche|non) )?(?:mi |ci )?(?=\p{L})/iu,
  and: 'ed?',
  being: words('sono|siamo|chiamo'),
  having: words('ho|abbiamo'),
  lasting: words(
    'sono|ho|vivo|abito|lavoro|guido|parlo|suono|studio|insegno|gioco|mangio|bevo|prendo|uso|porto|chiamo|peso|vengo|faccio|colleziono|vendo|affitto|siamo|abbiamo|viviamo|abitiamo|lavoriamo',
  ),
  lastingOfSeveral: null,
  alsoNoun: words('lavoro|studio|gioco|uso|porto|suono|affitto|odio'),
  taste: words('odio|adoro|amo|detesto'),
  ruling: words('$^'),
  hasDone: /^(?:fame|sete|sonno|freddo|caldo|paura|bisogno|voglia|fretta|\p{L}{2,}(?:at|ut|it|tt|st|rs|s)o)(?!\p{L})/iu,
  isDoing: /^(?:andat|venut|stat|arrivat|partit|tornat|uscit|rimast|entrat|salit|cadut|passat)\p{L}(?!\p{L})/iu,
  the: /^(?:il |la |i |gli |le |lo |l['’])/iu,
  isProDrop: true,
};

const portuguese: SpeakerGrammar = {
  subject: /^(?:(?:eu|nós) )?(?:(?:também|não) )?(?:me |nos )?(?=\p{L})/iu,
  and: 'e',
  being: words('sou|somos|estou|estamos|chamo(?:-me)?'),
  having: words('tenho|temos'),
  lasting: words(
    'sou|estou|tenho|moro|vivo|trabalho|falo|toco|estudo|jogo|bebo|tomo|uso|ensino|dirijo|conduzo|chamo(?:-me)?|peso|meço|coleciono|vendo|venho|alugo|somos|temos|moramos|vivemos|trabalhamos',
  ),
  lastingOfSeveral: null,
  alsoNoun: words('trabalho|estudo|jogo|uso|ensino'),
  taste: words('odeio|adoro|amo|detesto'),
  ruling: words('$^'),
  hasDone: /^(?:que|de|fome|sede|sono|frio|calor|medo|vontade|pressa)(?!\p{L})/iu,
  isDoing: /^(?:\p{L}+ndo|a|para)(?!\p{L})/iu,
  the: /^[oa]s? /iu,
  isProDrop: true,
};

const dutch: SpeakerGrammar = {
  subject: /^(?:ik|wij|we)(?= )/iu,
  and: 'en',
  being: words('ben|zijn|heet|heten'),
  having: words('heb|hebben|bezit'),
  lasting: words(
    'ben|heb|heet|woon|werk|leef|rijd?|speel|spreek|studeer|eet|drink|neem|draag|gebruik|bezit|kom|leer|verzamel|huur|weeg',
  ),
  lastingOfSeveral: words('zijn|hebben|heten|wonen|werken|leven|rijden|spelen|spreken'),
  alsoNoun: words('werk|drink|huur'),
  taste: words('haat|houd?'),
  ruling: words(
    'wil(?:len)?|moet(?:en)?|kan|kunnen|zal|zullen|mag|mogen|wou|zou(?:den)?|ga|gaan|denk|weet|vind|voel|hoop|geloof|zoek|probeer|zie|hoor|was|waren|had(?:den)?|werd|ging|kwam|deed',
    '\\p{L}{3,}(?:te|de)n?',
  ),
  hasDone: /(?<!\p{L})(?:\p{Ll}{0,5}ge\p{Ll}{2,}(?:d|t|en)|ver\p{Ll}{3,}[dt]|honger|dorst|zin|nodig)(?!\p{L})/u,
  isDoing: /(?<!\p{L})(?!geboren|getrouwd|gescheiden)\p{Ll}{0,5}ge\p{Ll}{2,}(?:d|t|en)(?!\p{L})|^aan het /u,
  the: /^(?:de|het) /iu,
  isProDrop: false,
};

export const GRAMMARS: readonly SpeakerGrammar[] = [english, german, french, spanish, italian, portuguese, dutch];

/** Whether a state passes: "tired", "on my way". It mostly has to do with the other clause. */
export const isMood = (text: string) => MOODS.test(text);
