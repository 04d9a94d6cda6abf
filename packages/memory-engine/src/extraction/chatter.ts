// Chatter that states nothing that lasts: "gotta go, talk later", "hang on a sec", "youll never guess what happened". Seven languages.

const NOW = String.raw`(?:(?:now|anyway|ok(?:ay)?|sorry|guys|mate|all|everyone|today|then|again|please|pls|plz|jetzt|leider|schon|mal|kurz|bitte|maintenant|là|ahora|ya|adesso|ora|agora|já|nu|even|alsjeblieft|stp|porfa|por favor|per favore)[,.!…\s]*)`;
const FAREWELL = String.raw`(?:(?:[,.!…–-]|\s|and|und|et|y|e|en)+(?:bye(?: bye)?|cya|ttyl|cheers|see (?:you|ya|u)(?: (?:later|soon|tomorrow|around))?|(?:talk|speak|chat|catch you|text you)(?: to (?:you|u))? (?:later|soon|tomorrow)|later|laters|tschüss?|ciao|bis (?:später|dann|bald|morgen|nachher|gleich)|à (?:plus|bientôt|demain|toute|tout à l['’]heure)|salut|(?:hablamos|nos vemos|te escribo) (?:luego|mañana|pronto|después)|(?:hasta )?(?:luego|mañana|pronto)|adiós|a (?:dopo|domani|presto)|(?:ci )?sentiamo (?:dopo|domani)|(?:falamos|até) (?:depois|logo|amanhã|já)|tchau|(?:spreek|zie) (?:je|u) (?:later|morgen|snel)|tot (?:later|straks|morgen)|doei))`;
const LEAVING = [
  String.raw`(?:i|we)?\s?(?:['’]?(?:ve|m))?\s?(?:gotta|gonna|got to|have to|need to|must|should|better|had better)\s(?:go|run|dash|leave|head (?:out|off)|bounce|jet)(?: (?:to (?:bed|sleep|work)))?`,
  String.raw`(?:i['’]?m |we['’]?re )?(?:off|heading (?:out|off)|leaving|out)`,
  String.raw`(?:i['’]?ll )?(?:be )?(?:right |straight )?back (?:in (?:a )?(?:bit|sec|second|min|minute|moment|mo|five|ten|few)(?: minutes?)?|soon|later|shortly)|(?:i['’]?ll )?be right back`,
  String.raw`(?:ich )?muss(?: ich)? (?:jetzt )?(?:los|weg|gehen|weiter|off)|(?:ich )?bin (?:dann |mal |gleich |kurz ){1,2}(?:weg|off|wieder da|zurück)`,
  String.raw`(?:je dois|il faut que j['’]|faut que j['’]|je vais devoir) ?(?:y |te |vous )?(?:aille|aller|laisser|filer|partir)|je (?:reviens|file)(?: (?:tout de suite|vite|dans (?:une|deux) minutes?))?`,
  String.raw`(?:me )?(?:tengo que|debo) ir(?:me)?|me voy|(?:ahora|ya|enseguida) (?:vuelvo|regreso)`,
  String.raw`(?:devo|ora devo) (?:andare|scappare|lasciarti)|scappo|torno (?:subito|tra poco)`,
  String.raw`(?:tenho (?:de|que)|preciso) (?:ir|sair)(?: embora)?|já volto|volto já`,
  String.raw`(?:ik )?moet (?:nu )?(?:gaan|weg|ervandoor)|(?:ik )?ben zo terug`,
];
const WAITING = [
  String.raw`(?:hang|hold) on(?: (?:a|one|two|just a|for a) (?:sec|secs|second|min|minute|moment|mo|tick|bit))?|(?:just )?(?:a|one|two|1|2) (?:sec|secs|second|min|minute|moment|mo|tick)|bear with (?:me|us)|(?:gimme|give me) (?:a|one|two) (?:sec|second|min|minute|moment|mo|bit)`,
  String.raw`(?:warte?|wart|einen?|nur einen|kleinen|gib mir) (?:kurz|mal|(?:einen? )?(?:moment|augenblick|sekunde|minute|mom))`,
  String.raw`(?:attends?|attendez|donne[- ]moi|deux|une|juste)(?: (?:une?|deux))? (?:petite )?(?:secondes?|minutes?|instant|moment)`,
  String.raw`(?:espera|espere|dame|aguarda|un|um|só um|dá-me)(?: (?:un|um|solo un))? (?:segundo|minuto|momento|momentito|instante|segundinho|bocadinho)`,
  String.raw`(?:aspetta|aspetti|dammi|un|solo un)(?: (?:un|solo un))? (?:attimo|secondo|minuto|momento|attimino)`,
  String.raw`(?:wacht|een|geef me)(?: (?:even|eens|een))? ?(?:seconde|momentje|minuutje|moment|seconden)`,
];
/** What follows names no fact: "what happened", "who called me today". */
const WHAT = String.raw`(?:this|that|it|(?:what|who|whom|where|how) ?(?:\p{L}[\p{L}'’]* ?){0,4})`;
const SUSPENSE = [
  String.raw`(?:you|u|ya)(?:['’]?ll|['’]?re| will| are)? ?(?:never|won['’]?t|wont|not gonna|not going to|can['’]?t|cant)(?: ever)? (?:guess|believe|imagine) ${WHAT}|never guess ${WHAT}`,
  String.raw`(?:du (?:glaubst|errätst|rätst|wirst)|(?:das )?glaubst du|rate?)(?: (?:nie|nicht|mal|es))*,? (?:glauben,? )?(?:was|wer|wen|wo) (?:\p{L}+ ?){1,5}`,
  String.raw`(?:tu ne|vous ne|tu) (?:vas|devineras|croiras|allez)(?: (?:jamais|pas|deviner|croire))+ (?:ce qu[ie'’]|qui|à qui)(?: ?[\p{L}'’-]+){1,5}`,
  String.raw`(?:no (?:vas|te vas) a (?:creer|imaginar)|adivina|no te lo vas a creer|a que no adivinas)(?: (?:lo que|qué|quién|a quién)(?: \p{L}+){1,4})?`,
  String.raw`(?:non (?:indovinerai|crederai|ci crederai)|indovina)(?: mai)?(?: (?:a )?(?:cosa|quello che|chi|cos['’])(?: ?\p{L}+){1,4})?`,
  String.raw`(?:nem vais|não vais|nunca vais|você não vai|não vai) (?:acreditar|adivinhar)(?: (?:no que|o que|quem|em quem)(?: \p{L}+){1,4})?`,
  String.raw`(?:je|dit) (?:raadt|gelooft|geloof je)(?: (?:het|dit))? (?:nooit|niet)(?: (?:wat|wie)(?: \p{L}+){1,5})?`,
];
const OPENING = String.raw`(?:(?:ok(?:ay)?|so|well|right|hey|oh|omg|lol|sorry|anyway|also|und|ach|oh là là|bon|bueno|vale|allora|bom|nou|thanks|thx|danke|merci|gracias|grazie)[,.!…\s]+){0,2}`;
const END = String.raw`[\s.!…:)]*$`;

const CHATTER = [
  new RegExp(`^${OPENING}(?:${LEAVING.join('|')})(?:[,.!…\\s]+${NOW})?${FAREWELL}{0,2}${END}`, 'iu'),
  new RegExp(`^${OPENING}(?:${WAITING.join('|')})(?:[,.!…\\s]+${NOW}){0,2}${END}`, 'iu'),
  new RegExp(`^${OPENING}(?:${SUSPENSE.join('|')})(?:[,.!…\\s]+${NOW})?${END}`, 'iu'),
];

/** Whether a sentence only takes leave, asks to wait or announces news without telling it. */
export function isChatter(sentence: string): boolean {
  return sentence.length <= 80 && CHATTER.some((rule) => rule.test(sentence));
}
