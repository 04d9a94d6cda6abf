/** Verbs of ten languages for what an assistant does for a user. Its other talk says nothing about the user. */
const DEEDS: readonly RegExp[] = [
  /\bi(?:['’]ve| have)?(?: (?:just|already|also|now))? (?:booked|reserved|scheduled|ordered|sent|emailed|called|created|added|saved|set|moved|changed|updated|cancell?ed|confirmed|arranged|recommended|suggested|prescribed|paid|bought|submitted|filed|registered|signed|invited|planned|prepared|drafted|wrote|made|found|shared|gave|told|promised|agreed|refunded|shipped|charged|assigned|enrolled|upgraded|renewed|transferred)\b/iu,
  /\bich habe (?:.* )?(?:gebucht|reserviert|bestellt|geschickt|gesendet|erstellt|hinzugefügt|gespeichert|geändert|verschoben|storniert|bestätigt|empfohlen|vorgeschlagen|vereinbart|eingetragen|angelegt|gefunden|bezahlt|gekauft|angemeldet)\b/iu,
  /j['’](?:vous |t['’])?ai (?:\p{L}+ )?(?:réservé|commandé|envoyé|créé|ajouté|enregistré|modifié|déplacé|annulé|confirmé|recommandé|proposé|trouvé|payé|acheté|inscrit|planifié|programmé)/iu,
  /\bhe (?:reservado|pedido|enviado|creado|añadido|guardado|cambiado|movido|cancelado|confirmado|recomendado|encontrado|pagado|comprado|programado|inscrito)|\b(?:reservé|pedí|envié|creé|añadí|cambié|cancelé|confirmé|recomendé)(?!\p{L})/iu,
  /(?<!\p{L})(?:reservei|pedi|enviei|criei|adicionei|guardei|alterei|mudei|cancelei|confirmei|recomendei|encontrei|paguei|comprei|agendei|marquei|inscrevi)(?!\p{L})/iu,
  /\bho (?:\p{L}+ )?(?:prenotato|ordinato|inviato|creato|aggiunto|salvato|modificato|spostato|annullato|confermato|consigliato|trovato|pagato|comprato|programmato|iscritto)\b/iu,
  /\bik heb (?:.* )?(?:geboekt|gereserveerd|besteld|gestuurd|gemaakt|toegevoegd|opgeslagen|gewijzigd|verplaatst|geannuleerd|bevestigd|aanbevolen|gevonden|betaald|gekocht|ingepland)\b/iu,
  /(?<!\p{L})я (?:\p{L}+ )?(?:заброниров|заказ|отправи|созда|добави|сохрани|измени|перен[её]с|отмени|подтверди|порекомендова|наш[её]л|оплати|купи|записа)\p{L}*/iu,
  /(?:我|已).{0,8}(?:预订|预定|预约|发送|创建|添加|保存|修改|取消|确认|推荐|安排|购买)/u,
  /(?:予約|注文|送信|作成|追加|保存|変更|キャンセル|手配|購入)(?:し(?:ました|ておきました)|済み)/u,
];

/** Facts about the user: "Your table at Luigi is booked for Friday." */
const OF_USER =
  /(?<!\p{L})(?:your|ihre?[mnrs]?|deine?[mnrs]?|votre|vos|ton|ta|tes|su|sus|tu|tus|o seu|a sua|il tuo|la tua|uw|je|ваш\p{L}*|твой|твоя)\s+\p{L}[^.!?]{0,80}(?<!\p{L})(?:is|are|was|were|has been|have been|will be|leaves|arrives|starts|ends|expires|ist|sind|wurden?|est|sont|está|están|sale|llega|è|sono|wordt|будет)(?!\p{L})|(?:您|你)的.{1,12}(?:已|是|在)/iu;
/** A day, a number, a name or an arrangement. Without one, the assistant only comments. */
const SPECIFIC = /\d|(?<=[\p{L},] )\p{Lu}|book|reserv|schedul|confirm|order|cancel|gebucht|bestellt|prenotat|готов/u;

const lengthMax = 400;

/** Whether an assistant's statement says what it did for the user, or a fact about the user. */
export function tellsDeed(sentence: string): boolean {
  const text = sentence.slice(0, lengthMax);
  return DEEDS.some((deed) => deed.test(text)) || (OF_USER.test(text) && SPECIFIC.test(text));
}
