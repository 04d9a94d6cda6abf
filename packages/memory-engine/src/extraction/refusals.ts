const STORE = '(?:store|save|remember|keep|record|note|memori[sz]e|log)(?!\\p{L})';
const NOT = "(?:do not|don['’]?t|never) (?:ever )?";
const THIS = ' (?:any of )?(?:this|that|it|these|those|them)(?!\\p{L})';
const OFTEN = '(?: (?:really|just|also|still|usually|often|so|simply|actually|honestly))* ';
const I = '(?<!\\p{L})(?:i|we|they|he|she|who|people)';
/** Whose habit it is: "I don't keep nuts at home", "my parents never save". */
const HABIT_OF = `(?<!(?:${I}|(?<!\\p{L})(?:my|our|his|her|their) (?:\\p{L}+ ){0,2}\\p{L}+)${OFTEN})`;
const DONT_STORE = anyOf([
  `${NOT}(?!remember)${STORE}${THIS}|(?<!${I}${OFTEN})${NOT}remember${THIS}|${HABIT_OF}${NOT}${STORE}`,
  `(?:(?:you|please|pls|rather)(?: to)?|(?:ask|want|like) you to|prefer(?: it)?(?: if)? you) not (?:to )?${STORE}`,
  'off the record|keep (?:this|that|it) (?:between us|private|to yourself|secret)|forget (?:i|that i) (?:said|told|mentioned)',
  '(?<!(?<!\\p{L})(?:ich|er|wir|man) )(?:speicher|merk)\\S* (?:dir )?(?:das|dies|es)?\\s*(?:bitte )?(?:nicht|niemals)|(?<!(?<!\\p{L})(?:kann|konnte|könnte|will) [^.!?,;]{0,60})nicht (?:speichern|merken|aufbewahren)',
  "(?<!(?<!\\p{L})(?:je|il|elle|on|nous|ils|elles|qui) )ne (?:le |la |les |l['’])?(?:stocke|garde|enregistre|retiens|mémorise|conserve|sauvegarde)\\S*(?: \\S+)? pas",
  'no (?:lo |la |los |las )?(?:guardes?|almacenes?|recuerdes?|registres?|memorices?)|não (?:o |a )?(?:guarde|armazene|salve|lembre|grave|registre)',
  'non (?:lo |la )?(?:salvare|memorizzare|ricordare|registrare|conservare)|(?<!(?<!\\p{L})(?:ik|hij|zij|ze|we|wij) )(?:bewaar|onthoud|sla) (?:dit|dat|het) (?:alsjeblieft )?niet',
  'не (?:сохраняй|запоминай|записывай|храни)\\S*',
]);
const DONT_STORE_UNSPACED =
  /(?:不要|别|請勿|请勿)(?:保存|存储|记住|記住|记录)|(?:保存|記憶|記録|覚え)(?:しないで|ないで)|저장하지\s?마|기억하지\s?마/u;

const FORGET = anyOf([
  '^(?:please |pls |now |ok,? |hey,? )*(?:forget|delete|erase|remove|disregard|scratch) (?:about |everything |all |anything |what |that |it|my |the |this |ignore )',
  "^(?:bitte )?(?:vergiss|lösche|vergessen sie)(?! (?:bitte )?nicht(?!\\p{L}))|^(?:s['’]il te plaît,? )?(?:oublie|efface|supprime)(?:[zrs]|-\\S+)?(?!\\p{L})",
  '^(?:por favor,? )?(?:olvida|borra|elimina)(?:[dr]|te|me|l[oa]s?|rl[oa]s?)*(?!\\p{L})|^(?:por favor,? )?(?:esqueça|esquece|apague|apaga)(?!\\p{L})',
  '^(?:per favore,? )?(?:dimentica|cancella)(?:re|ti|te|l[oaie]|tel[oaie]|mi)*(?!\\p{L})|^(?:alsjeblieft )?(?:vergeet|wis|verwijder)(?! (?:alsjeblieft )?niet(?!\\p{L}))',
  '^(?:пожалуйста,? )?(?:забудь|удали)\\S*',
]);
const FORGET_UNSPACED = /^(?:请|請)?(?:忘记|忘記|忘掉|删除|刪除)|(?:忘れて|削除して)(?:ください)?|잊어|삭제해/u;

function anyOf(wordings: readonly string[]): RegExp {
  return new RegExp(wordings.map((wording) => `(?:${wording})`).join('|'), 'iu');
}

/** Whether a sentence asks not to store it or the sentences before it. */
export function asksNotToStore(sentence: string): boolean {
  return DONT_STORE.test(sentence) || DONT_STORE_UNSPACED.test(sentence);
}

export function asksToForget(sentence: string): boolean {
  return FORGET.test(sentence) || FORGET_UNSPACED.test(sentence);
}
