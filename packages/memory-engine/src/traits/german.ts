import type { StandingWords } from './rule-words.js';

export const german: StandingWords = {
  typed: {
    bitte: 'bidde',
    immer: 'imma',
    nicht: 'nich ned',
    'nie wieder': 'niewieder',
  },
  openers: 'bitte und aber also ab_jetzt ab_sofort von_nun_an in_zukunft kunftig du_sollst du_kannst einfach',
  lists: {
    please: 'bitte danke',
    end: [
      '(?= *(?:$|[,;:)]|(?:bitte|und|aber|danke|wenn|immer|mit mir|zu mir|fur mich|ab (?:jetzt|sofort)|von nun an|in zukunft|statt|als|nicht)(?!\\w)))',
    ],
    always: 'immer stets nie niemals nie_wieder nie_mehr nur ausschliesslich grundsatzlich',
    // Imperatives to a friend and to a stranger.
    say: '(?:antwort|schreib|erklar|formulier|sprich|sprech|red)(?:e|en_sie)?',
    act: '(?:verwend|benutz|nutz|schreib|nenn|erwahn|antwort|erklar|formulier|schick|zeig|nimm|nehm|gib|geb|sag|sprich|mach|rechn|empfiehl|empfehl|schlag|frag|red|setz|erinner)(?:e|en_sie)?',
    to: 'mir mich mit_mir bitte alles es das alle_\\w+ deine_\\w+ meine_\\w+ in_zukunft ab_sofort ab_jetzt von_nun_an dabei doch',
    style:
      'kurz kurzer knapp ausfuhrlich formlich formell hoflich locker einfach sachlich direkt ehrlich kritisch konkret leger informell verstandlich',
    language:
      '(?:\\w+_)?(?:deutsch|englisch|franzosisch|spanisch|italienisch|hollandisch|niederlandisch|polnisch|turkisch|russisch|portugiesisch)',
    filler:
      'emojis smileys floskeln fachbegriffe anglizismen abkurzungen einleitung\\w* listen romane rechtfertigungen entschuldigungen ausrufezeichen (?:langen?|ausfuhrlichen?)_(?:antworten|texte|erklarungen|texten|mails)',
    answer:
      'code codebeispiele\\w* beispiele\\w* antworten mails e-?mails texten? rezepten? einheiten erklarungen nachrichten',
    // After "from now on": a statement.
    others: [
      '(?![, ]+(?:sind|ist|gibt|wird|werden|hat|haben|fahrt|fahren|kommt|geht|gehe|arbeitet|arbeite|wohnt|wohne|regnet|bin|habe|muss|darf|kann|kostet|es|er|sie|die|der|das|wir|ich|noch|meine?|unsere?)(?!\\w))',
    ],
  },
  requests: [
    '(?:weniger|mehr|nicht so|bitte nicht so|etwas|bitte etwas) (?:text|details|worte|<filler>|<style>)(?:er)?<end>',
    '(?:bitte |nur )?(?:kurze|kurzere|knappe|knappere|direkte|einfache|ausfuhrliche) (?:antworten|texte|erklarungen|mails)<end>',
    '<always> (?:[\\w-]+ ){1,5}<please>(?= *$)|<always> (?:auf <language>|in (?:kilometern|euro|celsius|metern))',
    '(?:merk|merke) dir,? dass ich|denk(?:e)? (?:bitte )?(?:immer )?daran,? dass ich',
    '(?:keine?n?|ohne|weniger) (?:\\w+ ){1,3}in (?:den |meinen |deinen )?<answer><end>',
    '<act> (?:\\w+ ){1,6}(?:immer|jedes mal|stets)(?= *$)',
    '(?:nenn|duz|siez|sprich)(?:e|t|en sie)? mich(?! (?:nicht )?(?:an|morgen)(?!\\w))|bleib(?:en wir)? beim (?:du|sie)|sag (?:bitte )?(?:du|sie) zu mir',
    // antworte mir bitte immer auf deutsch
    '<say>(?: <to>){0,3} (?:<always>|(?:ganz |sehr |moglichst |nicht so )?<style>(?:er)?(?: und \\w+)?<end>|auf <language>|(?:in )?(?:\\w+en )?(?:satzen|stichpunkten|stichworten)|ohne <filler>)',
    '(?:verwend|benutz|nutz|schreib|nenn|erwahn|schick|mach|setz)(?:e|en sie)?(?: <to>){0,2} (?:<always>|keine?n?(?! \\w+ (?:an|in|auf|ins|am) ))',
    '<act>(?: <to>){0,2} (?:immer|stets|niemals|nie wieder|nie)',
    '(?:verwend|benutz|nutz|nimm|nehm)(?:e|en sie)? [^.!?,;]{1,40} (?:fur|in|bei) (?:den |die |alle |deine\\w? |meine\\w? )?<answer>',
    '(?:empfiehl|empfehle|empfehlen sie|zeige?|gib|geben sie|nenne?|schlage?|schicke?) mir (?:bitte )?(?:<always>|keine?n?|kurze|bloss keine?)',
    'halte? (?:dich|es|antworten|deine antworten|meine (?:e-?mails|mails|texte)) (?:bitte )?(?:immer |moglichst )?<style>|halten sie sich (?:bitte )?(?:immer |moglichst )?<style>',
    '(?:keine|lass(?: bitte)?(?: die)?|verzichte auf|spar dir(?: die)?|weniger) <filler>(?: mehr| weg)?<end>',
    'sei (?:bitte )?(?:mir gegenuber |zu mir |mit mir )?(?:ganz |immer |etwas )?<style>(?:er)?(?: zu mir| mit mir)?<end>',
    '(?:keine?n?|nicht) (?:\\w+ ){1,3}(?:empfehlen|vorschlagen|verwenden|benutzen|erwahnen|nennen|schreiben|schicken)<end>',
  ],
  anywhere: [
    '(?:du kannst|du darfst|sie konnen|wir konnen|konnen wir|lass uns) (?:(?:mich|uns|einander|gerne?|ruhig|bitte) )+(?:duzen|siezen)',
    '(?:ab (?:jetzt|sofort|heute)|von (?:nun|jetzt|heute) an|kunftig)<others>',
    'bitte,? (?:mir |mich )?(?:in zukunft )?(?:immer|nie|nie wieder|nie mehr|niemals|stets|nur|keine? \\w+ mehr|kein\\w*|nicht (?:mehr )?(?:verwenden|vorschlagen|empfehlen|nennen|erwahnen|schreiben|siezen|duzen))',
    '(?:wenn|immer wenn|jedes mal,? wenn) (?:du mir|ich dich|ich dir|ich nach) [^.!?]{0,40}(?:frage|schicke|bitte|vorschlagst|empfiehlst|antwortest|schreibst)',
    'ich (?:will|mochte|wunsche mir),? dass (?:du|sie) (?!weisst|wissen|kommst|kommen|da|glucklich)\\w+',
    'ich (?:will|mochte|brauche|hatte gerne?|wunsche mir|bevorzuge) (?:immer |nur |bitte |lieber )*(?:keine )?(?:lange|<style>)(?:e[nr]?|ere|ere?n)? <answer>',
    'bitte (?:\\w+ )?(?:in|auf|ohne|mit|kurz|knapp|ausfuhrlich) (?:\\w+ ){0,3}(?:antworten|schreiben|erklaren|formulieren)<end>',
    '(?:deine|ihre) (?:antworten|texte|mails|erklarungen) (?:sind|sollen|sollten|mussen) (?:immer )?(?:viel )?(?:zu |so )?(?:lang|<style>)',
  ],
  preferences: [
    'ich (?:wurde lieber|hatte lieber|bevorzuge|mag|hasse|liebe|esse kein|trinke kein|mochte (?:immer|nie|kein|lieber)|will (?:immer|nie|kein)|hatte (?:gerne?|lieber) [^.!?]{0,20}antworten|vertrage kein|lese lieber|bin (?:veganer|vegetarier|allergisch))\\w*',
    'mir ist [^.!?]{0,20}lieber',
    'mein\\w* lieblings\\w*',
  ],
};
