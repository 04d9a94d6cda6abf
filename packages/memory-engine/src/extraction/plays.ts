// Plays in which the speaker has a role as well: "Pretend you're a pirate and I'm your cabin boy." What is said in them is made up, until the
// speaker laughs, thanks or turns to something else. "Act as my doctor. I'm 34 and have asthma." gives the assistant alone a role, and is no play.
// English, German, French, Spanish, Italian, Portuguese and Dutch.

interface Said {
  readonly role: string;
  readonly content: string;
}

/** The role of the assistant. */
const ASSISTANT = [
  "(?:pretend|imagine|let['’]?s (?:pretend|say|imagine)|(?:in )?(?:this|a|our) (?:game|role-?play)|role-?play:?)[^.!?\\n]{0,30}? you(?:['’]?re| are| be| play)",
  '(?<!(?:can|could|will|would) )you (?:be|play)',
  'spiel(?:e|en sie)?(?: (?:mal|bitte|doch|jetzt)){0,3} (?:ein\\p{L}{0,2}|den|die|das|mein\\p{L}*)|(?:stell dir vor|tu so|rollenspiel|im spiel)[^.!?\\n]{0,30}? du (?:bist|wärst)',
  'joue[zs]? (?:une?|le|la|les|mon|ma|au|à la)|fais (?:le|la|comme si tu)|(?:imagine|faisons comme si|jeu de rôle)[^.!?\\n]{0,30}? tu (?:es|étais)',
  '(?:haz|hazme|hace|haga) de|juega a ser|(?:finge|imagina|imagínate|juguemos)[^.!?\\n]{0,30}? eres',
  'fai (?:il|la|lo|finta di essere)|(?:facciamo|giochiamo|gioco|immagina)[^.!?\\n]{0,30}? (?:tu sei|sei|lei è)',
  '(?:finge|finja|imagina|imagine|brinca|faz de conta)[^.!?\\n]{0,20}? (?:que )?(?:é|és|você é|tu és)|faz (?:de|o papel de)',
  'speel(?: (?:eens|even|maar)){0,2} (?:een|de|mijn)|(?:doe alsof|stel je voor)[^.!?\\n]{0,30}? (?:je|jij) (?:bent|was)',
].join('|');
/** The role of the speaker. */
const SPEAKER = [
  "i(?:['’]?m|['’]?ll be| am| be| play) (?:an? |the |your |my )?(?!\\p{N})\\p{L}",
  '(?:ich (?:bin|spiele|wäre)|(?:bin|spiele) ich) (?:d(?:er|ie|as|ein\\p{L}*)|ein\\p{L}*) ',
  '(?:je (?:suis|serai|joue)) (?:une?|le|la|ton|ta|votre) ',
  '(?:soy|seré|hago de) (?:un|una|el|la|tu) |yo (?:soy|seré|hago de) ',
  '(?:io (?:sono|faccio)) ',
  '(?:eu (?:sou|faço)|sou) (?:um|uma|o|a|teu|tua) ',
  'ik (?:ben|speel) (?:een|de|het|jouw|je) ',
].join('|');
/** Asks for a play, of which the next sentence tells the role of the speaker: "Can you pretend to be an innkeeper? I'll be a traveler." */
const ASKED = [
  'pretend to be|(?:can|could|would|will) you (?:please )?(?:be|play) (?:an?|the|my) (?!bit|little)',
  '(?:kannst|könntest) du [^.!?\\n]{1,60} spielen',
  '(?:tu peux|peux-tu|tu pourrais|pourrais-tu) (?:jouer|faire semblant)',
  '(?:puedes|podrías) (?:hacer de|fingir|jugar a ser)',
  '(?:puoi|potresti) (?:fingere|interpretare)',
  '(?:podes?|poderias?) (?:fazer (?:de|o papel)|fingir)',
  '(?:kun|kan|wil) (?:je|jij) [^.!?\\n]{1,60} spelen',
].join('|');
const JOINED = [
  "i(?:['’]?ll (?:be|play)| will be|['’]?m playing) (?:an? |the |your )|i(?:['’]m| am) (?:the|your) [\\p{L} ]{2,30}[.!]",
  'ich (?:spiele|wäre|bin) (?:dann )?(?:der|die|das|dein\\p{L}*) ',
  'je (?:serai|joue|suis) (?:le|la|ton|ta|votre) ',
  'yo (?:seré|hago de|soy) (?:el|la|tu) ',
  'io (?:sarò|faccio|sono) (?:il|la|lo|tu[oa]) ',
  'eu (?:serei|faço de|sou) (?:o|a|teu|tua) ',
  'ik (?:speel|ben) (?:dan )?(?:de|het|jouw|je) ',
].join('|');
const APART = new RegExp(`(?<!\\p{L})(?:${ASKED})[^.!?\\n]{0,120}[.!?]\\s+(?:${JOINED})`, 'iu');
const BOTH = new RegExp(`(?<!\\p{L})(?:${ASSISTANT})(?!\\p{L})[^.!?\\n]{1,120}?(?<!\\p{L})(?:${SPEAKER})`, 'iu');

/** What a speaker says outside of the play. */
const OUTSIDE = new RegExp(
  `^\\P{L}*(?:${[
    'a?(?:ha|he)+h?|lol|lmao|rofl|xd|mdr|ptdr|(?:ja|je){2,}|k{3,}|(?:rs){2,}',
    'thanks|thank you|thx|danke|merci|gracias|grazie|obrigad[oa]|bedankt',
    '(?:ok(?:ay)?|so|well|now|anyway|enough|stop|basta|genug|schluss|stopp?|arrête|para|chega|genoeg)(?=[,.! ])',
    '(?:but |ok |now |jetzt |bon |bueno |ora |agora |nu )?(?:seriously|for real|real (?:one|talk|question)|back to (?:reality|work)|(?:mal )?im ernst|sérieusement|en serio|sul serio|seriamente|(?:a )?sério|serieus)',
    'funny|lustig|witzig|drôle|qué (?:risa|gracia)|divertente|engraçado|adorei|grappig',
  ].join('|')})(?!\\p{L})`,
  'iu',
);

/** Returns the messages without what is said in plays. */
export function withoutPlays<Message extends Said>(messages: readonly Message[]): readonly Message[] {
  let isOpen = false;
  return messages.map((message) => {
    const isUser = message.role === 'user';
    if (isOpen && isUser && OUTSIDE.test(message.content)) isOpen = false;
    if (isOpen) return { ...message, content: '' };
    const begin = isUser ? ((BOTH.exec(message.content) ?? APART.exec(message.content))?.index ?? -1) : -1;
    if (begin < 0) return message;
    isOpen = true;
    return { ...message, content: message.content.slice(0, begin) };
  });
}
