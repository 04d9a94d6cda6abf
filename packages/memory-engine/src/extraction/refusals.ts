const DONT_STORE = anyOf([
  "(?:do not|don['’]?t|never|please do not) (?:store|save|remember|keep|record|note|memori[sz]e|log)",
  'off the record|keep (?:this|that|it) (?:between us|private|to yourself|secret)|forget (?:i|that i) (?:said|told|mentioned)',
  '(?:speicher|merk)\\S* (?:dir )?(?:das|dies|es)?\\s*(?:bitte )?(?:nicht|niemals)|nicht (?:speichern|merken|aufbewahren)',
  "ne (?:le |la |les |l['’])?(?:stocke|garde|enregistre|retiens|mémorise|conserve|sauvegarde)\\S*(?: \\S+)? pas",
  'no (?:lo |la |los |las )?(?:guardes?|almacenes?|recuerdes?|registres?|memorices?)|não (?:o |a )?(?:guarde|armazene|salve|lembre|grave|registre)',
  'non (?:lo |la )?(?:salvare|memorizzare|ricordare|registrare|conservare)|(?:bewaar|onthoud|sla) (?:dit|dat|het) (?:alsjeblieft )?niet',
  'не (?:сохраняй|запоминай|записывай|храни)\\S*',
]);
const DONT_STORE_UNSPACED =
  /(?:不要|别|請勿|请勿)(?:保存|存储|记住|記住|记录)|(?:保存|記憶|記録|覚え)(?:しないで|ないで)|저장하지\s?마|기억하지\s?마/u;

const FORGET = anyOf([
  '^(?:please |pls |now |ok,? |hey,? )*(?:forget|delete|erase|remove|disregard|scratch) (?:about |everything |all |anything |what |that |it|my |the |this |ignore )',
  "^(?:bitte )?(?:vergiss|lösche|vergessen sie)|^(?:s['’]il te plaît,? )?(?:oublie|efface|supprime)\\S*|^(?:por favor,? )?(?:olvida|borra|elimina)\\S*",
  '^(?:por favor,? )?(?:esqueça|esquece|apague|apaga)|^(?:per favore,? )?(?:dimentica|cancella)\\S*|^(?:alsjeblieft )?(?:vergeet|wis|verwijder)',
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
