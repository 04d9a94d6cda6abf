import type { StandingWords } from './rule-words.js';

export const dutch: StandingWords = {
  typed: {
    alsjeblieft: 'aub alsjeblief asjeblieft alstublieft',
    gewoon: 'gwn',
    even: 'ff',
    altijd: 'altyd',
    mijn: 'mn',
  },
  openers: 'en maar graag alsjeblieft vanaf_nu voortaan kun_je wil_je zou_je je_mag je_moet gewoon ok dus',
  lists: {
    please: 'graag alsjeblieft',
    end: [
      '(?= *(?:$|[,;:)]|(?:en|maar|alsjeblieft|graag|bedankt|dank je|als|tegen me|met me|met mij|voor mij|vanaf nu|voortaan|altijd|niet)(?!\\w)))',
    ],
    act: 'antwoord gebruik schrijf geef noem stuur raad zeg vertel toon reken begin eindig praat spreek vermeld zet leg controleer vraag',
    say: 'antwoord schrijf praat spreek',
    to: 'me mij met_me met_mij alsjeblieft graag mijn_\\w+ je_\\w+ vanaf_nu voortaan aan dan',
    always: 'altijd steeds nooit alleen uitsluitend',
    style:
      'kort korter bondig direct eerlijk formeel informeel beknopt kritisch zakelijk simpel eenvoudig duidelijk vriendelijk',
    language: 'nederlands engels duits frans spaans italiaans portugees vlaams',
    filler:
      'emoji\\w* smileys jargon lange_(?:antwoorden|teksten|verhalen) uitroeptekens afkortingen vaktermen excuses inleidingen opsommingen lijstjes engelse_woorden',
    answer: 'code voorbeelden antwoorden mails e-?mails berichten teksten recepten uitleg',
    others: [
      '(?![, ]+(?:is|zijn|gaat|gaan|wordt|heeft|hebben|rijdt|rijden|werkt|werk|woont|woon|regent|ga|heb|ben|het|de|hij|zij|ze|wij|we|er|ik|mijn|komt|kost|sluit)(?!\\w))',
    ],
  },
  requests: [
    '(?:<always>) (?:[\\w-]+ ){1,5}<please>(?= *$)|altijd (?:in het <language>|in (?:kilometers|euro|celsius))',
    '(?:korte|kortere|directe|simpele|eenvoudige|duidelijke|langere) (?:antwoorden|teksten|uitleg|berichten)<end>|(?:minder|meer|niet zo) (?:tekst|details|<style>|<filler>)<end>',
    'onthoud dat ik (?:geen|niet|alleen|altijd|liever)|onthoud dat ik (?:\\w+ ){0,4}(?:ben|eet|gebruik)',
    'leg (?:alles|het) (?:altijd )?(?:stap voor stap|simpel|eenvoudig) uit',
    'noem (?:me|mij)|tutoyeer (?:me|mij)|(?:spreek (?:me|mij)(?: maar)?(?: aan)? met|zeg(?: maar)?) (?:je|jij|u) ?(?:tegen (?:me|mij))?<end>',
    '<act>(?: <to>){0,2} (?:<always>(?! wat ik)|geen(?! \\w+ (?:aan|naar|in|voor) ))',
    '(?:nooit|altijd) (?:\\w+ ){0,4}(?:gebruiken|noemen|sturen|geven|vermelden|schrijven|antwoorden|voorstellen|aanraden)<end>',
    '<say>(?: <to>){0,3} (?:in het <language>|<language> (?:met|tegen) (?:me|mij)|kort|<style>|zonder <filler>|alsof)(?: en \\w+)?<end>',
    '(?:hou|houd|maak) (?:het|(?:je |jouw |mijn )?<answer>) (?:altijd |graag |lekker )?<style>',
    'wees (?:wat |altijd |gewoon )?<style>(?:er)?(?: tegen me| met me| tegen mij)?<end>',
    'gebruik [^.!?,;]{1,40} (?:voor|in|bij) (?:de |alle |je |mijn )?<answer>',
    'gebruik (?:het |de )?(?:metrische? \\w+|celsius|graden celsius|kilometers|euro|24.?uurs)',
    '(?:geen|nooit|stop met|minder|laat) (?:de |die |al die )?<filler>(?: meer| weg)?<end>',
    'stop met (?:je te verontschuldigen|me te \\w+|het herhalen|vragen of|mij te \\w+)|(?:niet|nooit) (?:meer )?(?:vragen|noemen|herhalen)<end>',
    '(?:geen|zonder|minder) (?:\\w+ ){1,3}in (?:de |mijn |je )?<answer>',
    '<act> (?:\\w+ ){1,6}altijd(?= *$)',
    '(?:raad|stel) (?:me|mij) (?:alleen|geen|nooit)',
  ],
  anywhere: [
    '(?:vanaf nu|voortaan|in het vervolg|in de toekomst)<others>',
    '(?:als|wanneer|telkens als|elke keer (?:dat|als)) (?:je (?:me )?(?:iets )?(?:aanraadt|voorstelt|antwoordt|schrijft|geeft|uitlegt)|ik (?:je )?(?:iets )?(?:vraag|stuur|deel))',
    'ik wil dat je (?!weet|komt|er )\\w+',
    'ik (?:wil|heb) (?:graag |liever |alleen |geen )*(?:(?:korte|lange|directe|simpele|duidelijke|uitgebreide) )+(?:antwoorden|teksten|uitleg|berichten)',
    'je (?:antwoorden|teksten|berichten|uitleg) (?:zijn|is|moeten|mogen) (?:te|veel te|korter)',
  ],
  preferences: [
    'ik (?:verkies|haat|hou (?:niet )?van|eet geen|drink geen|heb liever|zou liever|wil geen <filler>|wil liever|wil graag|lust geen)',
    'mijn lievelings\\w*|mijn favoriete',
  ],
};
