// Chatter that states nothing that lasts: "gotta go, talk later", "hang on a sec", "youll never guess what happened", "ill text you later". Seven
// languages.

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
/** When the speaker calls, arrives or was tired: an hour of today says nothing that lasts. */
const SOON = String.raw`(?:[,.!…\s]+(?:(?:a bit|a little|in (?:a|an|\d{1,3}|five|ten|one) ?(?:bit|sec|min(?:ute)?s?|hours?)|as soon as (?:i can|possible)|once (?:i['’]?m|i am) (?:home|there|done)|when (?:i['’]?m|i am|i get) (?:home|there|done)|(?:this )?(?:morning|afternoon|evening)|tonight|tomorrow(?: (?:morning|evening))?|tmrw|tmr|later|soon|asap|rn|right now|already|from (?:home|work)|(?:so|very) much|trop|mucho|tanto|sehr|gleich|später|nachher|heute(?: abend)?|oggi|hoje|vandaag|hoy|aujourd['’]hui|morgen(?: früh)?|in \d{1,3} min(?:uten)?|tantôt|ce soir|demain|plus tard|tout à l['’]heure|dans \d{1,3} min(?:utes)?|luego|más tarde|mañana|esta (?:tarde|noche)|en \d{1,3} min(?:utos)?|dopo|più tardi|domani|stasera|(?:fra|tra) \d{1,3} min(?:uti)?|logo|mais tarde|amanhã|daqui a pouco|em \d{1,3} min(?:utos)?|straks|vanavond|over \d{1,3} min(?:uten)?)|${NOW}|haha|lol))`;
/** Calls, messages and answers between people. */
const CONTACT = [
  String.raw`(?:(?:i['’]?ll|i will|we['’]?ll|i(?:['’]?m| am) (?:gonna|going to)|gonna|will|i can) )?(?:just )?(?:call|text|message|msg|dm|ring|phone|ping|write|email|update|answer|hit) (?:you|u|ya)(?: (?:back|up|guys))?(?: in the (?:morning|afternoon|evening))?`,
  String.raw`(?:(?:i['’]?ll|i will|we['’]?ll|will) )?(?:let (?:you|u) know|keep (?:you|u) posted|get back to (?:you|u))|(?:let me|lemme) know(?: (?:if|when|once) (?:you|u|you['’]?re|ur)(?: (?:are|can))?(?: \p{L}+){0,2})?`,
  String.raw`(?:(?:i|we) )?(?:miss|missed) (?:you|u|ya)(?: (?:all|guys|too))?|dont worry(?: about (?:it|that|me))?|don['’]t worry(?: about (?:it|that|me))?|not much(?: (?:wbu|hbu|you|u))?|same as (?:always|ever|usual)|(?:i['’]?m )?not sure yet`,
  String.raw`(?:so |very |really )?sorry,? (?:(?:for|about) (?:the |my )?(?:late|slow|delayed) (?:reply|response|answer)|i['’]?m late|i missed (?:your|ur) (?:call|text|message)|(?:i )?(?:only )?just saw (?:this|that|it|(?:your|ur) (?:message|text|msg|call)))|(?:i )?(?:only )?just saw (?:this|(?:your|ur) (?:message|text|msg|call))`,
  String.raw`(?:ich )?(?:melde mich|ruf(?:e)? dich(?: später| gleich| nachher| morgen)? an|schreib(?:e)? dir|(?:sag|geb)e? dir (?:\p{L}+ )?bescheid)(?: (?:später|gleich|nachher|morgen))?|sorry,? (?:für die späte antwort|dass ich (?:zu spät|so spät) \p{L}+|hab(?:e)? (?:es|deine nachricht) (?:erst )?(?:jetzt|gerade) gesehen)`,
  String.raw`je (?:t['’]appelle|te rappelle|t['’]écris|te dis|te tiens au courant)|désolée? (?:pour|de) (?:le retard|la réponse tardive|répondre si tard)|tu me manques`,
  String.raw`(?:ya )?te (?:llamo|escribo|aviso|digo|cuento)|perdón por (?:el retraso|la tardanza|tardar|no contestar(?: antes)?)|te echo de menos|te extraño`,
  String.raw`ti (?:chiamo|richiamo|scrivo|faccio sapere|dico)|scusa(?:mi)? (?:per )?il ritardo|mi manchi`,
  String.raw`(?:já )?(?:te (?:ligo|escrevo|aviso|digo)|ligo-te|digo-te)|desculpa (?:o atraso|a demora|pela demora)|(?:tenho )?saudades tuas`,
  String.raw`(?:ik )?(?:bel|app|schrijf) (?:je|jou)(?: (?:zo|later|straks|morgen))?(?: terug)?|(?:ik )?laat het (?:je )?weten|sorry voor (?:de late reactie|het late antwoord)|(?:ik )?mis je`,
];
/** Ways, arrivals and moods of this hour. */
const THIS_HOUR = [
  String.raw`(?:(?:i['’]?ll|i will|we['’]?ll|will) )?be (?:there|home|here|over)(?: (?:soon|in (?:a|\d{1,3}|five|ten|fifteen|twenty)(?: (?:min|mins|minutes?|sec|bit|hour))?))?|(?:i['’]?m )?running (?:(?:a bit|\d{1,3} ?min(?:ute)?s?) )?late|(?:just )?\d{1,2} more min(?:ute)?s?`,
  String.raw`(?:i )?(?:only )?just (?:got (?:home|here|in|back|up)|woke up|landed|arrived|left|finished)|(?:i['’]?m )?(?:just )?(?:getting|hopping) (?:in|into|on|onto) (?:the|a|my) (?:car|bus|train|shower|plane)|(?:i['’]?m )?stuck in traffic|(?:i['’]?m |we['’]?re )?(?:outside|downstairs|at the door)`,
  String.raw`(?:(?:i['’]?m|i am|im) )?(?:so|too|very|really|super) (?:tired|bored|hungry|sleepy|cold|hot|happy|excited|full|drunk)(?: (?:today|now|rn|tonight))?|i (?:can['’]?t|cant) stop laughing|enjoy (?:your|the|ur) (?:trip|day|evening|weekend|holidays?|meal|movie)`,
  String.raw`(?:ich )?bin (?:(?:gleich|bald|schon|jetzt|in \d{1,3} min(?:uten)?) )?(?:da|unterwegs|zuhause|zu hause|draußen|unten)|(?:ich )?komme (?:etwas |\d{1,3} min(?:uten)? )?(?:zu spät|später)|(?:bin )?gerade (?:aufgewacht|angekommen|aufgestanden|heimgekommen)|(?:ich )?bin (?:so|sooo|total|echt|voll|mega) (?:müde|hungrig|fertig|kaputt|satt)|steh(?:e)? im stau`,
  String.raw`(?:je suis|chuis) (?:(?:en route|presque (?:là|arrivée?)|là|dehors|en bas)|(?:trop |si |tellement |vraiment )(?:fatiguée?|crevée?|contente?))|j['’]arrive|je viens de (?:me réveiller|rentrer|arriver)|j['’]ai trop (?:faim|sommeil|chaud|froid)`,
  String.raw`(?:ya )?(?:estoy (?:en camino|llegando|abajo|fuera|aquí|en casa)|llego (?:tarde|en \d{1,3}(?: min(?:utos)?)?)|voy (?:de camino|llegando|para allá))|(?:me )?acabo de (?:despertar(?:me)?|llegar|levantar(?:me)?)|(?:estoy (?:muy|tan|súper)|qué) (?:cansad[oa]|aburrid[oa]|content[oa])|tengo (?:mucha|un) (?:hambre|sueño)`,
  String.raw`(?:sto arrivando|sono (?:per strada|quasi arrivat[oa]|qui|fuori|giù|a casa)|arrivo (?:in ritardo|tra \d{1,3}(?: min(?:uti)?)?)|sono in ritardo)|mi sono appena svegliat[oa]|sono (?:troppo|così|davvero|molto) (?:stanc[oa]|annoiat[oa])|ho (?:troppa|tanta) fame`,
  String.raw`(?:estou (?:a caminho|a chegar|chegando|cá fora|aqui|em casa)|chego (?:atrasad[oa]|em \d{1,3}(?: min(?:utos)?)?)|tô (?:chegando|a caminho|aqui))|acabei de (?:acordar|chegar)|(?:estou|tô) (?:tão|muito) cansad[oa]|(?:estou|tô) com (?:muita |tanta )?(?:fome|sono)`,
  String.raw`(?:ik )?ben (?:onderweg|er (?:bijna|zo)|bijna thuis|thuis|buiten|beneden)|(?:ik )?ben (?:net wakker|zo moe|heel moe|te laat)|(?:ik )?kom (?:wat |iets )?later`,
];
/** Places and vehicles that people are in for an hour. Not "in hospital", "at university" or "in Berlin", which may last. */
const WHEREABOUTS = [
  String.raw`(?:i|we)(?:['’]?m|['’]?re| am| are) (?:(?:still|just|currently|already|now) )?(?:at|in|on|inside) (?:(?:the|an?|my) )?(?:airport|(?:train|bus|gas|petrol|metro) ?station|bus(?: stop)?|train|tram|subway|tube|metro|plane|ferry|taxi|cab|uber|car|gate|platform|meeting|call|queue|line|traffic(?: jam)?|gym|supermarket|grocery store|store|shops?|mall|cinema|movies|restaurant|caf[eé]|library|park|shower|bath|kitchen|bed|couch|sofa|office|desk|work|class|lecture)|(?:(?:i|we)(?:['’]?m|['’]?re| am| are) )?(?:(?:still|just|currently) )?(?:stuck in (?:(?:a|the) )?(?:traffic(?: jam)?|meeting|queue|lift|elevator)|(?:waiting for|catching|boarding) (?:(?:the|a|my) )?(?:bus|train|tram|flight|plane|taxi|cab|uber|doctor))`,
  String.raw`(?:ich |wir )?(?:bin|sind|sitze?n?|stehe?n?|stecke?n?|hänge?n?|liege?n?) (?:(?:noch|gerade|grad|schon|jetzt) ){0,2}(?:am|im|in(?: der| einem| einer)?|auf (?:der|dem)|an (?:der|einem)) (?:flughafen|bahnhof|haltestelle|bus|zug|flieger|flugzeug|bahn|straßenbahn|u-?bahn|s-?bahn|tram|taxi|auto|stau|meeting|besprechung|call|supermarkt|laden|büro|kino|restaurant|café|park|gym|fitnessstudio|bibliothek|schlange|dusche|bad|küche|bett|sofa|arbeit|gate|fähre)|(?:ich )?warte (?:(?:noch|gerade|grad) )?auf (?:den|die|das|mein(?:en|e)?) (?:bus|zug|bahn|straßenbahn|taxi|flug|flieger|fähre)`,
  String.raw`(?:je suis|j['’]suis|chuis|on est|nous sommes) (?:(?:encore|déjà|actuellement) )?(?:(?:coincée?s?|bloquée?s?) )?(?:à l['’]aéroport|à la (?:gare|salle|bibliothèque|maison)|à l['’]arrêt(?: de bus)?|dans (?:le|un|la|une|l['’]) ?(?:bus|train|tram|métro|avion|taxi|voiture|file|embouteillages?|bouchons)|dans les (?:bouchons|embouteillages|transports)|en (?:réunion|voiture|cours|bus|train|visio)|au (?:bureau|travail|boulot|supermarché|restaurant|resto|café|cinéma|ciné|parc|lit)|sous la douche|sur le (?:quai|canapé))|j['’]attends (?:le|la|un|mon|l['’]) ?(?:bus|train|tram|métro|avion|taxi)`,
  String.raw`(?:(?:todavía|aún|ya) )?est(?:oy|amos) (?:(?:todavía|aún|ya|ahora|atrapad[oa]s?|atascad[oa]s?) )?(?:en (?:(?:el|la|un|una|mi) )?(?:aeropuerto|estación|parada|autobús|bus|colectivo|camión|tren|metro|avión|taxi|coche|carro|auto|atasco|tráfico|trancón|reunión|llamada|cola|fila|supermercado|súper|tienda|gimnasio|gym|oficina|trabajo|curro|cine|restaurante|café|biblioteca|parque|ducha|cocina|cama|sofá|clase)|esperando (?:el|la|al|a que llegue el|mi|un) (?:autobús|bus|tren|metro|avión|vuelo|taxi))`,
  String.raw`(?:(?:sono|siamo|sto) (?:(?:ancora|già|adesso|ora) )?(?:(?:bloccat[oaie]|fermo?a?|in coda) )?(?:all['’]aeroporto|in (?:aeroporto|stazione|riunione|call|treno|autobus|bus|metro|macchina|auto|aereo|taxi|ufficio|palestra|coda|fila|biblioteca|cucina|bagno|doccia|negozio)|sul(?:l['’])? ?(?:autobus|bus|treno|tram|aereo|divano)|in metropolitana|nel traffico|al (?:lavoro|supermercato|bar|ristorante|cinema|parco|gate)|alla (?:stazione|fermata)|a letto|a lezione)|(?:sto aspettando|aspetto) (?:il|la|l['’]|un) ?(?:autobus|bus|treno|tram|metro|aereo|volo|taxi))`,
  String.raw`(?:(?:eu )?(?:estou|tô|to|estamos) (?:(?:ainda|já|agora) )?(?:(?:pres[oa]s?|parad[oa]s?) )?(?:n[oa]s?|num|numa|em|no meu|na minha|à|ao) ?(?:aeroporto|estação|paragem|ponto|rodoviária|autocarro|ônibus|onibus|comboio|trem|metr[ôo]|avião|táxi|uber|carro|trânsito|engarrafamento|reunião|chamada|fila|supermercado|mercado|loja|ginásio|academia|escritório|trabalho|cinema|restaurante|café|biblioteca|parque|chuveiro|banho|cozinha|cama|sofá|aula)|(?:estou|tô) (?:à espera d[oae]|esperando [oa]|aguardando [oa]) (?:autocarro|ônibus|comboio|trem|metr[ôo]|avião|voo|táxi|uber))`,
  String.raw`(?:ik |we |wij )?(?:ben|zit|sta|lig|zijn|zitten|staan) (?:(?:nog|nu|even|al|net) ){0,2}(?:vast )?(?:op|in|bij|aan)(?: de| het| een| mijn)? ?(?:vliegveld|luchthaven|schiphol|station|perron|bus|trein|tram|metro|vliegtuig|taxi|auto|file|rij|vergadering|meeting|call|supermarkt|winkel|sportschool|kantoor|werk|bioscoop|restaurant|café|bibliotheek|park|douche|bad|keuken|bed|bank|bushalte)|(?:ik )?(?:wacht|sta te wachten|zit te wachten) (?:(?:nog|nu|even) )?op (?:de|het|mijn|een) (?:bus|trein|tram|metro|vlucht|taxi)`,
];
const OPENING = String.raw`(?:(?:ok(?:ay)?|so|well|right|hey|hi|hello|hallo|moin|servus|salut|bonjour|coucou|hola|ciao|olá|oi|hoi|oh|omg|lol|sorry|anyway|also|und|ach|oh là là|bon|bueno|vale|allora|bom|nou|thanks|thx|danke|merci|gracias|grazie)[,.!…\s]+){0,2}`;
const END = String.raw`[\s.!…:)]*$`;

const CHATTER = [
  new RegExp(`^${OPENING}(?:${LEAVING.join('|')})(?:[,.!…\\s]+${NOW})?${FAREWELL}{0,2}${END}`, 'iu'),
  new RegExp(`^${OPENING}(?:${WAITING.join('|')})(?:[,.!…\\s]+${NOW}){0,2}${END}`, 'iu'),
  new RegExp(`^${OPENING}(?:${[...CONTACT, ...THIS_HOUR].join('|')})${SOON}{0,2}${FAREWELL}{0,2}${END}`, 'iu'),
  new RegExp(`^${OPENING}(?:${SUSPENSE.join('|')})(?:[,.!…\\s]+${NOW})?${END}`, 'iu'),
];

const IS_SOMEWHERE = new RegExp(
  `^${OPENING}(?:${WHEREABOUTS.join('|')})(?:[,.!…\\s]+(?:right |just )?${NOW}){0,2}${FAREWELL}{0,2}${END}`,
  'iu',
);
/** Asks for the place or the work of this hour, unlike "Where do you work?" */
const ASKS_WHERE =
  /where(?: (?:are|r) |['’]?re )(?:yo)?u|what(?: (?:are|r) |['’]?re )(?:yo)?u (?:doing|up to)|wo (?:bist|seid|steckst)|was (?:machst|treibst)|où (?:es|êtes)|(?:es|êtes|t['’]es) où|(?:fais|faites)|dónde est|qué (?:haces|estás haciendo)|dove (?:sei|siete)|(?:cosa|che) (?:fai|stai)|onde (?:é que )?(?:você |tu )?(?:est|tá)|(?:fazendo|a fazer)|waar (?:ben|zit)|wat (?:doe|ben) je/iu;

/** Whether a sentence only says where its speaker is at the moment. The same words may answer a question for what lasts: "Where do you work?" */
export function tellsWhereabouts(sentence: string, asked: string | null = null): boolean {
  return sentence.length <= 80 && IS_SOMEWHERE.test(sentence) && (asked === null || ASKS_WHERE.test(asked));
}

/** Whether a sentence only takes leave, asks to wait, promises a call, says where someone is right now or announces news without telling it. */
export function isChatter(sentence: string): boolean {
  return sentence.length <= 80 && [...CHATTER, IS_SOMEWHERE].some((rule) => rule.test(sentence));
}
