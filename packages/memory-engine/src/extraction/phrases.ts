import { isChatter } from './chatter.js';
import { tellsLasting } from './joined-facts.js';

const start = (wordings: readonly string[]) => new RegExp(`^[¡¿]?(?:${wordings.join('|')})`, 'iu');

/** Greetings and farewells, in other scripts also thanks. English has its own rules in `statement.ts`. */
const GREETING = start([
  '(?:hallo|hi|hey|guten (?:tag|morgen|abend)|moin|servus|bitte schön|tschüss|auf wiedersehen|bis (?:bald|später))\\b[^.]{0,40}$',
  '(?:bonjour|salut|bonsoir|au revoir|à bientôt|coucou|de rien)(?![\\p{L}])[^.]{0,40}$',
  '(?:hola|buen[oa]s (?:días|tardes|noches)|adiós|hasta (?:luego|pronto|mañana)|de nada)(?![\\p{L}])[^.]{0,40}$',
  '(?:olá|oi|bom dia|boa (?:tarde|noite)|tchau|até (?:logo|mais|amanhã))(?![\\p{L}])[^.]{0,40}$',
  '(?:ciao|buon(?:giorno|asera)|salve|arrivederci|prego|a presto)(?![\\p{L}])[^.]{0,40}$',
  '(?:hoi|goede(?:morgen|middag|navond)|dag|tot (?:ziens|straks|later))(?![\\p{L}])[^.]{0,40}$',
  '(?:привет|здравствуй(?:те)?|добр(?:ый|ое|ой) \\p{L}+|спасибо|до свидания|пока)(?![\\p{L}])[^.]{0,40}$',
  '(?:你好|您好|早上好|晚上好|谢谢|謝謝|再见|再見|不客气)[^我]{0,10}$|(?:こんにちは|こんばんは|おはよう|ありがとう|さようなら|よろしく|お疲れ様).{0,12}$',
  '(?:안녕|감사합니다|고마워).{0,10}$|(?:नमस्ते|धन्यवाद|शुक्रिया).{0,15}$|(?:مرحبا|السلام عليكم|شكرا|صباح الخير|مع السلامة).{0,20}$',
  '(?:হ্যালো|ধন্যবাদ|নমস্কার).{0,15}$',
]);

/** The greeting of a sentence that goes on with a fact: "hi i live in turin". */
const GREETS =
  /^(?:hallo|hi|hey|hello|moin|servus|guten (?:tag|morgen|abend)|bonjour|salut|bonsoir|coucou|hola|buen[oa]s (?:días|tardes|noches)|olá|oi|bom dia|boa (?:tarde|noite)|ciao|buon(?:giorno|asera)|salve|hoi|goede(?:morgen|middag|navond))[,!]? /iu;

/** Who someone is, with a name or an article: "Hi, I'm Ada, nice to meet you!", unlike "Hi, I'm back!" */
const INTRODUCTION = new RegExp(
  `(?<!\\p{L})(?:${[
    "(?:[Ii](?:['’]?m| am)|[Ii]ch bin(?: de[rn]| die)?|[Jj]e suis|[Mm]oi,? c['’]est|[Ss]oy|[Ss]ono|[Ss]ou(?: [ao])?|[Ii]k ben(?: de)?) (?!(?:OK|Ok|Okay|Fine|Back|Sorry|So|Ready|Done|New|Good|Here|Very|Ihnen|Dir|Sie|Zuhause|Daheim)(?!\\p{L}))\\p{Lu}\\p{L}",
    "[Ii](?:['’]?m| am) (?:from |an? (?!(?:bit|little|tiny|lot|tad|mess|wreck|fan|(?:big|huge) fan|idiot)(?!\\p{L}))\\p{L})|[Mm]y name(?:['’]s| is) \\p{L}",
    "[Ii]ch (?:hei(?:ß|ss)e|bin eine? (?!(?:halbe|Stunde|Minute|bisschen|wenig)(?!\\p{L}))|komme aus) ?\\p{L}|[Mm]ein [Nn]ame ist \\p{L}|[Jj]e (?:m['’]appelle|suis une?|viens de) \\p{L}|[Mm]e llamo \\p{L}|[Mm]i nombre es \\p{L}|[Ss]oy (?:una?|de) \\p{L}",
    '[Mm]i chiamo \\p{L}|[Ss]ono una? \\p{L}|[Vv]engo da \\p{L}|[Mm]eu nome é \\p{L}|[Cc]hamo-me \\p{L}|[Mm]e chamo \\p{L}|[Ss]ou (?:uma?|de) \\p{L}|[Ii]k (?:heet|ben een|kom uit) \\p{L}|[Mm]ijn naam is \\p{L}',
  ].join('|')})`,
  'u',
);

/** Thanks alone, for something, or with praise. A second clause may be a fact: "Danke für die Info, ich wohne in Köln." */
const THANKS =
  /^[¡\s]*(?:(?:haha|lol|super|top|prima|d['’]accord|vale|claro|va bene|certo|oké|goed|gut|perfekt|perfect|parfait|perfecto|perfetto|perfeito|ok|okay|wow|mil|muchas|muchísimas|vielen|lieben|herzlichen|besten|tausend|heel|erg|hartelijk|super|muito|mille|tante)[,!]? ){0,4}(?:danke?|dank (?:je|u)(?: wel)?|merci(?: beaucoup)?|gracias|grazie(?: mille| tante)?|obrigad[oa]|bedankt)(?: (?!(?:soy|sou|sono|tengo|tenho|ho|vivo) )\p{L}+){0,2}(?:[,!.\s]+(?:(?:für|por|pour|per|pel[oa]s?|voor)(?: (?!aber |pero |mais |mas |ma |maar |und |y |et |e |en |que |dass |dat )\p{L}+){1,4}|(?:du|ihr|tu|vous|eres|has|sei|hai|és|je bent|jij|u bent|ha sido|fue|foi|è stato|(?:das|es|dat|het) (?:war|was|hilft|hat|helpt|heeft)|c['’]est|c['’]était)(?: (?!und |y |et |e |en )\p{L}+){0,4}|(?:passt|das war['’]?s|c['’]est (?:tout|bon)|eso es todo|è tutto|é tudo|dat was het|dat is alles)(?: \p{L}+){0,3}|(?:(?:bis|hasta|à|até|a|tot) )?\p{L}+))?[!.\s]*$/iu;
/** Joy and wonder that state nothing. */
const EXCLAMATION =
  /^[¡\s]*(?:\p{L}+[,!.]{1,3} |(?:omg|wow|oh my (?:god|gosh)|gosh) ){0,2}(?:(?:that|this|it)(?:['’]s| is| was) (?:exactly |just |precisely )?(?:what (?:i|we) (?:needed|wanted|(?:was|were) looking for))|(?:i|we) (?:can['’]?t|cannot|could(?:n['’]t| not)) believe (?:it|this|that|my (?:eyes|ears|luck))|genau das (?:habe ich gebraucht|brauchte ich|wollte ich|habe ich gesucht)|ich kann (?:es|das) (?:nicht|kaum) (?:fassen|glauben)|(?:es )?justo lo que (?:necesitaba|quería|buscaba)|no me lo puedo creer|(?:c['’]est )?exactement ce (?:qu['’]il me fallait|que je (?:voulais|cherchais)|dont j['’]avais besoin)|je n['’](?:en reviens pas|arrive pas à y croire)|(?:è )?proprio quello che (?:mi serviva|cercavo|volevo)|non ci posso credere|(?:é )?exatamente o que (?:eu )?(?:precisava|queria|procurava)|nem acredito|(?:u+gh+|boah|puh|uff|pf+|phew|man|oh)?[,!. ]*(?:what an? (?:\p{L}+ )?(?:day|week|night|year|mess|shame)|(?:was für ein|so ein) (?:\p{L}+ )?(?:tag|abend|mist|chaos|stress)|was für eine (?:\p{L}+ )?woche|quelle (?:journée|semaine|nuit)|(?:qué|menudo|menuda) (?:día|semana|noche)|che (?:giornata|settimana)|que (?:dia|semana)|wat een (?:\p{L}+ )?(?:dag|week|avond))(?: (?:lol|haha|man|heute|today|hoy|oggi|hoje|vandaag))?|(?:dat is )?precies wat ik (?:nodig had|zocht|wilde)|ik kan het niet geloven)[!.…\s]*$/iu;

/** What a user says about the answer: "That doesn't work, try again.", "No, the other one.", "I'm not sure about that." */
const REPLY_WORD =
  '(?:(?:no|nope|yes|yeah|yep|yup|ok(?:ay)?|h+m+|well|oh|ah|wow|cool|sorry|thanks|a?(?:ha){2,}h?|(?:ja){2,}|(?:je){2,}|k{3,}|lol|lmao|rofl|xd|mdr|ptdr|perfect|great|nice|awesome|brilliant|super|top|prima|perfekt|parfait|génial|perfecto|genial|perfetto|ottimo|perfeito|ótimo|nein|ja|non|oui|sí|sì|não|sim|nee)[,.!]* )*';
const REPLY = new RegExp(
  `^${REPLY_WORD}(?:${[
    "(?:that|this|it) (?:still |just )?(?:doesn['’]?t|does not|didn['’]?t|isn['’]?t|is not|won['’]?t|works?|worked) ?(?:work|help|right|correct|it|now|yet)?(?:[,.;]? (?:please )?try (?:it )?(?:again|once more|something else))?",
    '(?:that|this|it) (?:works?|worked|helps?|helped|did it|does it|fixed it)(?: (?:now|perfectly|great|fine|well|nicely|a lot|like a (?:charm|dream|treat)|so much|just fine|for me))?',
    "(?:(?:and |und |et |y |e |en )?(?:that['’]?s (?:all|it)(?: for (?:now|today))?|passt (?:so|schon)|das war['’]?s(?: schon)?|alles klar|c['’]est (?:tout|bon|parfait)|(?:eso|esto) es todo|(?:è|e['’]) tutto|basta così|(?:isso é|é só|era) (?:tudo|isso)|dat (?:was het|is alles)))",
    '(?:the|that|this|a|nice|good|great|another|not (?:the|that|this)) (?:(?:other|last|first|second|next|previous|right|wrong|same|better|nice|good) )?(?:one|ones|part|version|try|idea|point|answer|question|job|work)|next one',
    "(?:i(?:['’]?m| am) )?not (?:so |quite |really |too )?sure(?: about (?:that|this|it|the \\p{L}+))?",
    `(?:(?:that|this|it)(?:['’]?s| is| was) )?(?:so |really |very |too |pretty |just |kinda )*(?:${[
      'hilarious|funny|weird|odd|crazy|wild|insane|gross|boring|rude|silly|ridiculous|epic|cute|neat|fun|impressive|unreal|unbelievable|amazing|awesome|great|nice|brilliant|wonderful|incredible|helpful|enough|wrong|better',
      'not (?:right|true|correct|it|helpful|funny|bad|quite right|how it works|what (?:i|we) (?:meant|said|wanted|needed|need|want|asked(?: for)?))',
    ].join('|')})`,
    "(?:you(?:['’]ve| have)?|i(?:['’]ve| have)?|we(?:['’]ve| have)?) (?:already |just )?(?:told|said|asked|mentioned|explained) (?:(?:me|you) )?(?:that|this|it)?(?: already| before| twice| once)?",
    "i (?:think|guess|believe) (?:you(?:['’]?re| are)|that(?:['’]?s| is)|it(?:['’]?s| is)) (?:wrong|right|mistaken|correct|confused|not right)(?: about (?:that|this|it))?",
    'works? (?:now|again|fine|great|perfectly)',
    '(?:(?:das|es) (?:ist|war) |wie |so |echt |sehr |voll |total )*(?:lustig|witzig|geil|krass|toll|schade)',
    "(?:c['’]est )?(?:trop|très|vraiment) (?:bien|drôle|fort|cool|mignon|marrant|bon|beau)|d['’]accord|ça roule",
    '¡?(?:(?:eso |está |es )?muy |qué )(?:bueno|bien|gracioso|chistoso|guay|lindo|bonito|fuerte|divertido|risa)',
    '(?:che )?(?:bello|bellissimo|figo|carino|ridere|divertente)|(?:que )?(?:legal|engraçado|bom|lindo|fofo|demais)|adorei|amei',
    '(?:(?:echt|heel|zo) )?(?:leuk|grappig|mooi|fijn)',
    "let['’]?s (?:move|go|carry) on|i meant (?:the|that|this) (?:(?:other|last|first|second|third|next|previous) )?(?:one|part|version|paragraph|line|sentence|question|word)",
    "i (?:don['’]?t|do not) (?:think so|get it|understand(?: (?:it|that|this))?|see it)",
    '(?:das|es) (?:funktioniert|klappt|stimmt|hilft)(?: (?:so|noch|immer noch))?(?: nicht)?|ça (?:ne )?(?:marche|fonctionne)(?: (?:pas|toujours pas))?|(?:eso )?no (?:funciona|sirve)|non funziona|não (?:funciona|dá)|dat (?:werkt|klopt)(?: niet)?',
    "(?:nein, )?(?:das|den|die) andere[nr]?|(?:non, )?l['’]autre|(?:no, )?(?:el|la) otr[oa]|(?:no, )?l['’]altr[oa]|(?:não, )?[oa] outr[oa]|(?:nee, )?(?:de|het) andere",
  ].join('|')})(?:[,.]? (?:thanks|thank you|thx|cheers|danke|merci|gracias|grazie|obrigad[oa]|bedankt))?[!.…\\s]*$`,
  'iu',
);

const VERBS = {
  de: 'schreib|übersetz|erklär|zeig|gib|fass|mach|erstell|sag|such|finde|hilf|rechne|liste|nenn|empfiehl|korrigier|prüf|lies|öffne|schick|erzähl|generier',
  fr: 'écri[st]|traduis|explique|montre|donne|résume|fais|crée|dis|cherche|trouve|aide|calcule|liste|recommande|corrige|vérifie|raconte|génère|propose|rédige',
  es: 'escribe|traduce|explica|muestra|muéstrame|dame|resume|haz|crea|dime|busca|encuentra|ayúda|calcula|lista|recomienda|corrige|revisa|cuenta|cuént|genera|redacta',
  pt: 'escreva|escreve|traduza|traduz|explique|explica|mostre|mostra|me dê|dê|resuma|faça|crie|diga|procure|encontre|ajude|calcule|liste|recomende|corrija|gere|(?:cont[ae]|me (?:dá|dê|faz|indica|recomenda|manda)) (?:uma|um)',
  it: 'scrivi|traduci|spiega|mostra|dammi|riassumi|fai|crea|dimmi|cerca|trova|aiutami|calcola|elenca|consiglia|correggi|controlla|racconta|genera',
  nl: 'schrijf|vertaal|leg|toon|geef|vat|maak|zeg|zoek|vind|help|bereken|som|noem|raad|corrigeer|controleer|vertel|genereer',
  ru: 'напиши|переведи|объясни|покажи|дай|сделай|создай|скажи|найди|помоги|посчитай|перечисли|посоветуй|исправь|проверь|расскажи|сгенерируй',
};
const ORDER = start([
  ...Object.values(VERBS).map(
    (verbs) =>
      `(?:bitte |s'il te plaît,? |por favor,? |per favore,? |alsjeblieft,? |пожалуйста,? )?(?:${verbs})\\p{L}{0,6}(?![\\p{L}])`,
  ),
  '(?:kannst|könntest|würdest) du|(?:können|könnten) sie|(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|tu peux|puedes|podrías|você pode|pode |puoi|potresti|kun je|zou je|можешь|не мог(?:ла)? бы',
  '(?:请|請|帮我|幫我|给我|給我|翻译|翻譯|写|寫一|解释|总结|告诉我)|(?:कृपया|मुझे बताओ|लिखो|अनुवाद)|(?:من فضلك|اكتب|ترجم|اشرح|أعطني)|(?:অনুগ্রহ করে|লিখুন|অনুবাদ)',
]);
const ORDER_END =
  /(?:してください|て下さい|てください|お願いします|教えて|해\s?주세요|해\s?줘|लिखिए|बताइए|कीजिए|করুন|লিখুন)[。.!！]?$/u;

/** Whether a speaker says who they are, in seven languages. */
export function introducesSpeaker(sentence: string): boolean {
  return INTRODUCTION.test(sentence);
}

/** Whether a sentence begins with an order to the assistant, or is thanks. A fact of the speaker may follow in the same line. */
export function isOrderOrThanks(sentence: string): boolean {
  return ORDER.test(sentence) || THANKS.test(sentence);
}

/** Whether a sentence in a common language is a greeting, thanks, a remark about the answer or an instruction to the assistant. */
export function isPhrase(sentence: string): boolean {
  if (isChatter(sentence)) return true;
  if (GREETING.test(sentence)) return !introducesSpeaker(sentence) && !tellsLasting(sentence.replace(GREETS, ''));
  return [THANKS, EXCLAMATION, REPLY, ORDER, ORDER_END].some((rule) => rule.test(sentence));
}

/** Statements of an assistant about itself, or repeating what it was told before. */
const SELF_TALK =
  /\b(?:my (?:favou?rite|own|circuits|training|knowledge|opinion|purpose|name|goal|job|role|creators?)|as an? (?:ai|assistant|language model)|i(?:['’]m| am) (?:an? )?(?:ai\b|assistant|language model|just|sorry|afraid|glad|happy|excited|here|always|not able|unable|sure|thinking)|i (?:love|like|enjoy|hate|prefer|feel|think|believe|hope|wish|dream|guess|imagine|understand|see|know|can|could|can['’]t|cannot|would|will|was (?:trained|created|built|designed))|i['’](?:d|ll)\b|we (?:all|can|could))\b/iu;
const RECALL =
  /^(?:(?:yes|right|sure|of course|ah|oh|so|since|as|well)[,!]?\s+)*(?:i (?:remember|recall)|you(?:['’]ve| have)? (?:told|mentioned|said|shared)|as you|based on|earlier you|last time|from (?:our|your) (?:last|previous|earlier)|according to (?:my|our|your)|my (?:notes|memory|records)|i see (?:that|from)|given (?:that )?your?)\b/iu;

/** Whether an assistant's statement says nothing new about the user: its own tastes, offers, or recalled memories. */
export function isAssistantTalk(sentence: string): boolean {
  return SELF_TALK.test(sentence) || RECALL.test(sentence);
}
