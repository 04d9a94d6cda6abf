// Words by which people talk about the conversation itself and judge an answer: "das meinte ich nicht", "makes sense", "eso no es lo que pedí".
import { foldWord, isFunctionWordOf, toSet } from '../words/function-words.js';

/** Without accents. */
const DIALOG_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  English: toSet(
    'say says said saying tell tells told mean means meant ask asks asked asking question questions answer answers answered reply understand understood get gets got know knew think thought guess forget ' +
      'forgot rephrase repeat explain explained try tried again start over stop continue go goes going ahead on move next last previous before same more less one once twice time times other another else ' +
      'part version shorter longer shorten love loves loved like liked works worked want wanted need needed help helps helped helpful useful useless good bad great nice fine wrong right correct incorrect ' +
      'true false confusing confused clear unclear sure exactly perfectly funny hilarious weird strange crazy interesting boring easy hard simple fair enough quite pretty really so very too just even still ' +
      'already actually literally honestly at all not yes yep yup yeah nope nah typo oops mistake nothing something anything everything never mind matter matters problem worries luck point idea way wait ' +
      'hold second sec minute moment thanks thank thx ty ta cheers please pls plz bye well makes made sense feel feels felt hope believe agree agreed disagree almost close later soon ready done finished set ' +
      'let lets that this it its these those thing things stuff bit lot much kind sort maybe perhaps probably exact now then there here joke argue quick mess missed see sees explains explanation convinced ' +
      'kidding joking mate dude bro buddy unfortunately sadly luckily apparently basically seriously obviously come comes coming leave leaves keep keeps keeping trying tries apologize apologise apologizing ' +
      'sounds sound seems seem looks look looking surprised impressed disappointed curious whatever anyway annoying annoyed fix fixed check checking talk talking chat discuss topic subject skip add s t m re ' +
      've ll d didn don dont doesn isn wasn aren weren couldn can cant wouldn won haven hasn shouldn c n l j qu tbh meaning ages figured solved sorted misunderstood misread clarify clarification rephrasing reworded reword reformulate unanswered legend star genius hero',
  ),
  German: toSet(
    'sage sagst sagt sagte gesagt meinte gemeint meinst verstehe versteh verstanden verstehst weiss weisst frage fragte gefragt antwort erklar erklare erklart hilft geholfen half funktioniert klappt geht ' +
      'ging passt stimmt falsch richtig genau gut schlecht toll prima klar egal besser schlimmer danke bitte nochmal nochmals wieder weiter anders andere anderes anderen warte halt kurz lang langer kurzer ' +
      'so achso ach naja nee nein ja eben einfach wirklich ganz total voll echt lustig witzig geil krass nett schade komisch verwirrend hilfreich fertig sicher glaube glaub denke denk finde find vergiss ' +
      'vergessen ahnung sorge sorgen nichts nix leid tut recht vorne also dann reicht lass lasst machen scheint klingt sieht versuch versuche probier probiere vielleicht leider eigentlich trotzdem gleich ' +
      'thema idee problem stop moment ok sinn keinen formuliere formulieren formuliert umformulieren ausdrucken ausgedruckt wiederhole wiederholen missverstanden falsch meine darum geklappt gemacht hammer spitze klasse bester beste genial lieb jo jep okay versteht kapier kapiert kapiere ups upps no na',
  ),
  French: toSet(
    'dis dit disais dire voulais veux comprends compris comprend marche fonctionne sais savais pense crois demande demandais explique aide aider reponse bien bon bonne mauvais faux vrai vraie juste ' +
      'exactement parfait genial drole marrant mignon sympa nul bizarre clair merci beaucoup stp svp accord ouais oui non si encore autre autres chose fois rien tout tous grave mieux pire oublie oublier ' +
      'attends arrete continue recommence suite meme comme avant apres trop vraiment tellement assez peu bah bof voila alors donc raison toujours laisse tomber essaie essaye semble sujet peut j fin idee question probleme c est pas reformule reformuler exprime exprimer exprimee redis redire repete repeter precise preciser autrement maniere facon fort forte top meilleur meilleure court courte courts plus long longue fais refais refaire nan pardon oups',
  ),
  Spanish: toSet(
    'digo dijo dije decir dices queria quise pedi pedido pregunte pregunta entiendo entendi entendido comprendo se sabia creo pienso explica explicado ayuda ayudo sirve funciona funciono bien mal bueno ' +
      'buena malo mejor peor cierto verdad correcto incorrecto perfecto genial guay gracioso chistoso lindo raro claro gracias favor vale nada todo otra otro vez mismo igual antes despues espera sigue ' +
      'continua olvidalo olvida preocupes importa problema seguro exacto exactamente ay pues entonces muchas mucho tan realmente referia parece suena deja dejemos intenta tema todavia aun da sentido idea razon respuesta tienes si no perdon dejame explicarlo explicarme explico reformulo reformular repito repetir decirlo decia refiero refieres preguntaba pregunto forma manera entiendes entendiste dicho crack maquina eres grande haces haz hacerlo hazlo corto corta mas largo larga va tio tia perdon perdona vaya venga',
  ),
  Italian: toSet(
    'dico detto dicevo intendo intendevo volevo capisco capito sapevo so penso credo chiedo chiesto domanda risposta aiuta aiutato serve bene male buono meglio peggio giusto sbagliato vero esatto ' +
      'esattamente perfetto bello bellissimo carino divertente strano chiaro grazie mille prego favore va niente nulla tutto altra altro volta stesso prima dopo aspetta dimentica lascia perdere preoccuparti ' +
      'sicuro davvero molto troppo cosi allora dunque quello quella sembra prova stare argomento ancora forse problema importa continua funziona explica ok idea ragione hai buona ottima no era chiedevo riformulo riformulare spiego spiegarmi spiegare lasciami ripeto ripetere dirlo modo maniera capisci intendi stavo chiedendo grande mitico sei fatto fai farlo fallo corto corta breve lungo bravo brava tanto scusa scusami dai boh credo',
  ),
  Portuguese: toSet(
    'disse dizer pedi perguntei compreendo percebi sei acho ajudou funcionou bem bom boa mau melhor pior certo errado verdade perfeito legal engracado fofo estranho obrigado obrigada sim tudo outra mesmo ' +
      'depois espere pare esquece certeza exato exatamente entao muito tao isso isto aquilo era foi deixa pra la tenta assunto ainda talvez queria sabia serve seguro nada antes espera continua importa problema explica ajuda penso mal favor claro ideia razao tens vez outro pergunta resposta ok entendi nao reformular reformulo explicar explico explicando repito repetir perguntava pergunto perguntando dizendo quis jeito forma maneira entende entendeu valeu mano cara demais voce e beleza show massa top faz fazer curto curta faca desculpa desculpe nossa',
  ),
  Dutch: toSet(
    'zeg zei zeggen bedoel bedoelde snap begrijp begrepen weet wist denk dacht vraag vroeg antwoord helpt hielp werkt werkte klopt goed slecht fout juist precies leuk grappig mooi fijn raar duidelijk ' +
      'bedankt dank alsjeblieft oke niks niets alles ander keer nog weer zelfde wacht ga door vergeet maakt geeft probleem zeker heel erg dus dan dat die deze dit laat maar lijkt klinkt probeer onderwerp ' +
      'misschien idee stop sorry top ok klaar nee ja nou herhaal herformuleer herformuleren uitleggen leg nogmaals opnieuw begreep snapte gevraagd gezegd verder manier gedaan gelukt er toppie lekker korter kort langer gesnapt kan bezig oeps',
  ),
};
const IN_ANY_LANGUAGE = toSet(
  'ok okay oke k ah oh hm hmm uh wow lol lmao rofl xd omg mdr super top cool sorry no hey hi hello perfect thx thnx tnx ty tysm',
);
/** "Hahaha", "jajaja", "ahah", "kkkk", "rsrs". */
const LAUGHTER = /^(?:a?(?:ha|he|ah|eh)+h?|(?:ja|je)+j?|k{2,}|(?:rs){2,})$/u;

/** "I can't see" and "mir geht es nicht gut" tell of the speaker. */
const TELLS =
  /(?<!\p{L})(?:(?:can['’]?t|cannot) (?:hear|see|talk|walk)|mir geht|geht es mir|(?:i|we) (?:quit|moved))(?!\p{L})/iu;
/** "Your summary misses a chapter", unless the speaker is mentioned: "Your suggestion worked: I got the job." */
const ABOUT_ANSWER =
  /^(?:(?:but|ok|sorry|well|aber|mais|pero|ma|mas|maar),? )?(?:your|deine?|ihre|ta|votre|tu|la tua|il tuo|a (?:tua|sua)|o (?:teu|seu)|je|jouw) (?:summary|answer|reply|response|explanation|translation|zusammenfassung|antwort|erklärung|übersetzung|résumé|réponse|explication|traduction|resumen|respuesta|explicación|traducción|riassunto|risposta|spiegazione|traduzione|resumo|resposta|explicação|tradução|samenvatting|antwoord|uitleg|vertaling)(?!\p{L})(?!.*(?<!\p{L})(?:i|i['’]\p{L}+|my|me|we|our|ich|mi[rcht]{1,2}|mein\p{L}*|wir|je|j['’]|mon|ma|mes|me|mi|mis|io|mio|mia|eu|meu|minha|ik|mijn|mij)(?!\p{L}))/iu;
/** Names that are function words of some language: "Ben is nice". "Will you stop" asks. */
const NAME_AT_START = /^(?:Ben|Will|May|Al|Mia|Dan|Les|Noi) (?!(?:i|I|you|we|they|he|she|it|ik)(?!\p{L}))/u;
const WORDS_MAX = 12;

/** Whether a sentence has only words of a conversation about itself, in one of seven languages: it states nothing that lasts. */
export function isAboutDialog(sentence: string): boolean {
  if (/\p{N}/u.test(sentence) || TELLS.test(sentence) || NAME_AT_START.test(sentence)) return false;
  if (ABOUT_ANSWER.test(sentence)) return true;
  const words = sentence.match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length > WORDS_MAX) return false;
  // "I love Ben": a capital letter inside of a sentence makes a function word a name.
  const isName = (word: string, at: number) => at > 0 && word.length > 1 && /^\p{Lu}/u.test(word);
  return Object.entries(DIALOG_WORDS).some(([language, dialogWords]) =>
    words.every((word, at) => {
      const folded = foldWord(word);
      const isDialogWord = dialogWords.has(folded) || IN_ANY_LANGUAGE.has(folded) || LAUGHTER.test(folded);
      return isDialogWord || (!isName(word, at) && isFunctionWordOf(language, folded));
    }),
  );
}
