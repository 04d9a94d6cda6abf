// Wordings by which a statement adds to an earlier one, ends or changes it: English, German, French, Spanish, Italian, Portuguese and Dutch.
import { wholeWords } from '../words/whole-words.js';

/** Before what the speaker moves, after "déménager". */
export const FRENCH_DETERMINER = "(?:(?:mon|ma|mes|notre|nos|son|sa|ses|leurs?|le|la|les|une?|des|deux) |l['’])";

/** Adds something to what is already true. */
export const ADDS = wholeWords([
  'also|too(?=\\s*(?:[.,;!]|$))|as well|another|second(?! (?:\\p{L}+day|week|month))|besides|in addition|additionally|both|extra|adding|on top',
  'auch|außerdem|zusätzlich|ebenfalls|noch ein\\p{L}*|zweite[rsnm]?|dazu',
  'también|además|otr[oa]s?|un segundo|una segunda',
  'aussi|également|en plus|un[e]? autre|deuxième|(?:la|une) seconde|en outre',
  'anche|inoltre|un[ao]? ?altr[oa]|second[oa]|in più',
  'também|além disso|outr[oa]s?|um segundo|uma segunda',
  'ook|daarnaast|bovendien|erbij|tweede|nog een',
]);
/** Counts something. */
export const COUNTS = wholeWords([
  'one|two|three|four|five|six|seven|eight|nine|ten|ein|eine|einen|zwei|drei|vier|fünf|sechs|un|una|une|dos|tres|cuatro|cinco|deux|trois|quatre|cinq',
  'due|tre|quattro|cinque|um|uma|dois|duas|três|quatro|een|één|twee|drie|vier|vijf|\\p{N}+',
]);
/** Names something, so that a number in it counts nothing. */
export const NAMED = wholeWords([
  'called|named|name is|namens|heißt|heisst|genannt|llamad[oa]|llama|nommée?|appelle|chiama|di nome|chama(?:-se)?|chamad[oa]|heet|genaamd|is',
]);
/** A visit or a single event, which changes nothing for good. */
export const TRIP = wholeWords([
  'today|yesterday|last (?:night|week|month|year|summer|weekend|\\p{L}+day)|next (?:week|month)|visit(?:ed|ing|s)?|flew|(?:was|were|been) (?:in|at|on|to)|travell?ed|travell?ing|spent|trip|holiday|weekend|vacation|conference|went (?:to|on)|going to|looked at|rented|watched|tried|painted|saw|for (?:a|one) (?:week|month|day)',
  '(?:war|waren) (?:ich|wir|\\p{L}+ )?|besuch\\p{L}*|geflogen|gereist|urlaub|wochenende|ausflug|gestrichen|gesehen|gab es',
  'visit[éeo]\\p{L}*|viaj[éeo]\\p{L}*|fui|fuimos|estuv\\p{L}+|pas[ée] (?:el|la|un|una|los)|vacaciones|fin de semana|vamos a|comimos|pintado',
  'allée?s?|étions|étais|passé (?:une?|la|le|les|deux)|vacances|week-end|voyage|rendu visite|mangé|peint',
  'siamo (?:stat[ie]|andat[ie])|sono (?:stat[oa]|andat[oa])|ero|eravamo|visitat\\p{L}|vacanza|viaggio|gita',
  'fomos|estive|estivemos|pass(?:ei|ámos) (?:o|a|um|uma)|viajei|visitei|férias|pintei',
  'ik was|waren|geweest|bezocht|gevlogen|vakantie|weekend|geverfd|reis',
]);
const OF_A_DAY =
  '(?:noon|midnight|(?:(?:half|quarter) (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|\\d)';
/** Before the left one of two: "my left hand", "on the left". */
const NOT_OF_TWO = '(?<!-|(?<!\\p{L})(?:my|his|her|their|our|your|the|a|its|on|to|turn|keep) )';
const BODY = ' (?:hand|foot|leg|arm|knee|ankle|hip|eye|ear|shoulder|elbow|wrist|side|lane|wing)(?:ed|er)?(?!\\p{L})';
/** "Left" as a verb or "left over", not "left-handed" and the left one of two. */
export const LEFT_WORD = `${NOT_OF_TWO}left(?!-|${BODY})`;
/** Not "left me a note", "left the keys", "left at five" or "left early", but "left me for her boss" and "left a year ago". */
export const LEFT = `${LEFT_WORD}(?! (?:(?:me|him|her|us) (?:an?|the|some|his|her|with)|an?|some) (?!(?:few |couple of )?(?:days?|weeks?|months?|years?|while|long)(?!\\p{L}))| (?:early|late)(?! (?:in|last|this) )| at ${OF_A_DAY}| for (?:lunch|work|school|the (?:day|weekend|airport|station))(?!\\p{L})| the (?:keys?|door|lights?|oven|stove|windows?|bins?|milk)(?!\\p{L}))`;
/** English wordings that are no part of a compound: "a dead-end job", "the lost-property office". */
const noCompound = (wordings: string) => `(?:${wordings})(?!-\\p{L})`;
/** Ends a state. */
export const ENDS = wholeWords([
  noCompound(
    `no longer|no more|lapsed?|let .{1,40} lapse|handed in|drowned|broken|cracked|haven[’']t (?:touched|had)|used to|broke off|called it quits|outgrew|any ?more|any longer|stopped|quit|gave up|given up|cancell?ed|called off|sold|${LEFT}|broke up|split up|divorced|retired|resigned|fired|sacked|laid off|let (?:me )?go(?! of)|made redundant|(?:pulled|backed|dropped) out|dropped|died|dead(?! end)|passed away|put .{1,20} to sleep|stolen|lost|got rid of|ditched|fell out|fell through|came off|threw .{0,20}out|had to (?:sell|cancel|return)|g[ia]ve (?:it|them) (?:up|away|back)|traded (?:it|them) in|threw (?:it|them) away|talked me into|is (?:off|over|gone)|scrapyard|closed|off (?:the (?:table|menu|market)|caffeine|alcohol|sugar|meat|dairy|it|for good)|packed in|took me off|don['’]t talk|never again|bores? me`,
  ),
  'entlassen|gefeuert|nicht mehr|keine?[nrs]? (?:\\p{L}+ )?mehr|auf(?:gehört|gegeben)|höre? .{1,20}auf|getrennt|verkauft|gekündigt|in rente|verlassen|kaputt|vorbei|beendet|schluss|gestorben|tot|verloren|ist weg',
  'ya no|deja(?:do|mos|ron)|dej[éoó]|termin(?:é|ado|amos)|se acabó|abandon(?:é|ado)|perd[ií]|jubil\\p{L}+|hemos roto|vend[ií]\\p{L}*|se fue|separado|murió|despid\\p{L}+|despedid[oa]|renunci(?:é|ado)|cerré|rompió',
  "ne (?:\\p{L}+ )?plus|n[’']\\p{L}+ plus|on ne .{1,20}plus|arrêté|vendue?|quitté|retraite|c[’']est (?:fini|terminé)|cassée?|licenciée?|virée?|j[’']ai (?:fini|terminé)|démissionné|abandonné|est partie?|séparés?|rompu|perdu|morte?|laissé tomber",
  "non .{0,25}più|smesso|vendut[oa]|lasciat[oaie]|in pensione|se n[’']è andat[oa]|rott[oa]|finit[oa]|mollato|abbandonat[oa]|perso|mort[oa]|licenziat[oa]",
  'demissão|demitid[oa]|já não|deixei|vendi|reform\\p{L}+|saiu|saí|despedi(?:-me)?|avariou|acab(?:ámos|amos|ou)|termin\\p{L}+|larguei|desisti|perdi|morreu',
  'niet meer|geen (?:\\p{L}+ )?meer|gestopt|verkocht|met pensioen|is weg|ontslag|uit elkaar|stuk|opgezegd|ontslagen|uitgelezen|heb ik uit|(?:het|is) uit met|opgegeven|kwijt|voorbij|overleden|doodgegaan|dood',
]);
/** Ends what one does or is, before or behind the words for it: "stopped smoking", "mit dem Rauchen aufgehört". */
export const STOPS = wholeWords([
  "no longer|(?:not|n[’']t) (?:\\p{L}+ ){0,4}any ?(?:more|longer)|(?:stopped|quit) (?=\\p{L}+ing(?!\\p{L}))|gave up|given up|nicht mehr|keine?[nrs]? (?:\\p{L}+ )?mehr|aufgehört|aufgegeben",
  "ya no|(?:he|hemos|ha) dejado de|dejé de|dejamos de|ne (?:\\p{L}+ )?plus|n[’']\\p{L}+ plus|arrêté (?:de|d[’'])|non (?:\\p{L}+ )?più|smesso di",
  'já não|deixei de|deixámos de|parei de|niet meer|geen (?:\\p{L}+ )?meer|gestopt|opgehouden',
]);
/** Changes a state. */
export const SWITCHES = wholeWords([
  noCompound(
    'first (?:day|week) (?:at|done)|first (?:day|week) at .{1,30} done|started at|signed|turns out|approved|accepted|write to me|reach me|back (?:on|in)|for good|unpacked|got (?:the keys|my own|a (?:new|raise|job))|own (?:place|flat|home)|took up|picked up|gone (?:vegan|off|over)|is (?:history|a trio)|settled in|handed out|moved|moving|relocated|switched|changed|swapped|(?:took|brought) .{1,40} from .{1,30} to|replaced|renamed|rescheduled|rebooked|postponed|pushed|shifted|transferred|migrated|traded|upgraded|converted|became|instead|overtaken|retrained|promoted|raised|rose|halved|doubled|cut|lowered|up to|down to|went up|went down|put .{1,20} up|went back|rather than|not \\p{L}+ but|turned|new (?:number|address|job|name)|settled in|reopened|arrived|was born|tied the knot',
  ),
  'mich verlobt|uns verlobt|geheiratet|eigene (?:wohnung|bleibe)|nur noch|erhöht|umgezogen|gezogen|umgestiegen|verschoben|verlegt|gestiegen|erhöht|gesenkt|gewechselt|getauscht|statt(?! findet)|geworden|angefangen|wieder|doch erst|neue nummer|neue adresse|findet .{1,30}statt|befördert|bekommen|geboren|auf der welt',
  'me (?:he )?cas(?:ado|é)|nos (?:hemos )?cas(?:ado|amos)|han (?:pasado|movido|cambiado)|compr(?:é|ado|amos)|prefiero|adopt(?:é|ado|amos)|mudad[oa]s?|mud[éoó]|mudamos|cambi(?:é|ado|aron|amos|ó)|sub(?:ido|ieron|ió)|baj(?:ado|aron|ó)|pas(?:a|ó|an|ado) al?|atras\\p{L}+|adelant\\p{L}+|aplaz\\p{L}+|vuelto|vuelvo a|volví|de nuevo|otra vez|en vez de|nuevo número|nació|ha nacido|acaba de nacer|entré',
  `(?:me suis|nous sommes|s[’']est) (?:mariée?s?|fiancée?s?)|acheté|prise?|préfère|(?:viens (?:de dé|d.em)ménager|déménagé|emménagé)(?! ${FRENCH_DETERMINER})|changé|passée? [àa]u?x?|décalée?|reportée?|repoussée?|avancée?|déplacée?|au lieu de|reconverti[e]?|remange|(?:à|de) nouveau|devenue?|augmenté|baissé|est né[e]?|de naître|nouveau numéro|rejoint`,
  '(?:mi sono|ci siamo) (?:sposat|fidanzat)[oaie]|pres[oa]|comprato|preferisco|trasferit[oiae]|cambiat[oa]|spostat[oa]|salit[oa]|sces[oa]|passat[oa] a\\p{L}*|invece|di nuovo|al posto|diventat[oa]|rimandat[oa]|anticipat[oa]|nat[oa]|nuovo numero',
  '(?:me )?casei(?:-me)?|casámo-nos|comprei|prefiro|adot\\p{L}+|mud(?:ámos|amos|ou|ei|aram)(?:-\\p{L}+)*|troquei|subiu|desceu|passou para|adiad[oa]|antecipad[oa]|em vez de|de novo|outra vez|tornei-me|nasceu|novo número|entrei',
  'getrouwd|verloofd|gekocht|erbij gekregen|verhuisd|verzet|verhoogd|verlaagd|overgestapt|in plaats van|weer|opnieuw|geworden|veranderd|verplaatst|uitgesteld|geboren|nieuw nummer',
]);
/** Says that something is true from now on. */
export const NOW = wholeWords([
  "now|nowadays|these days|lately|currently|from now on|from \\p{L}+ on|as of|since|finally|at last|recently|it['’]s all",
  'jetzt|inzwischen|mittlerweile|neuerdings|ab sofort|nun|seit \\p{L}+|seit \\p{L}+|nächsten monat|bin .{1,30}gelandet',
  'ahora|últimamente|desde|a partir de|ya son',
  'maintenant|désormais|depuis|à partir de|enfin|dorénavant',
  "adesso|ora|ormai|ultimamente|da lunedì|d[’']ora in poi",
  'agora|ultimamente|desde|a partir de',
  'nu|tegenwoordig|voortaan|sinds|inmiddels',
]);
