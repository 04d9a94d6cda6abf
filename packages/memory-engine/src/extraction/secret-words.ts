// Words around secrets in seven languages, as patterns.
const start = '(?<![\\p{L}\\p{N}_])';
const end = '(?![\\p{L}\\p{N}])';
const words = (...lists: readonly string[]) => lists.join(' ').split(' ').join('|').replaceAll('_', "[\\s_'’-]{0,2}");
const withoutAccent = (letter: string) => `[${letter}${letter.normalize('NFD').charAt(0)}]`;
/** Names also as typed without accents: "codigo", "portao". Other words need theirs: "très" is no "tres". */
const names = (...lists: readonly string[]) => words(...lists).replaceAll(/[áàâãéèêíîóòôõúùûç]/gu, withoutAccent);

/** "user: ada, pass: tulip", unlike "All tests pass: nine." */
const PASS_LABEL = '(?<=^\\s{0,4}|(?:user|username|login|log-in|usr)(?!\\p{L})[^\\n]{0,60}[\\s,/])pass(?=\\s?[:=])';
/** Names of passwords. Any word that follows "is" may be one: "Mein Passwort ist Mohnblume." */
export const PASSWORD = new RegExp(
  `${start}(?:(?:\\p{L}{1,20}-?)?(?:passwor[dt]|passwörter|kennw(?:ort|örter)|wachtwoord(?:en)?|lösenord|passcode|passphrase)|${PASS_LABEL}|${names(
    'pas{1,2}(?:wo?r?d|owrd|wored|wor[td]|wrt|vord|woord) p[as]{1,2}s?word contrasenya contase[nñ]a mots?_de_pase? passwd pwd pw psw pss?wd pass_?phrase mdp ww contrase[nñ]a senha palavra_passe parola_(?:d_)?(?:ordine|chiave)? hasło şifre parole парол(?:ь|я|ем) पासवर्ड',
    'mots?_de_passe phrase_secrète phrase_de_passe frase_secreta frase_segreta frase_de_(?:paso|acceso|passe|acesso) frase_d_accesso passzin wachtwoordzin wachtzin passsatz login_code kenncode zugangswort (?:secret|memorable)_(?:phrase|word) code_?wor[dt] mot_secret palabra_secreta palavra_secreta parola_segreta (?:alarm|pin|security|duress|safe)_word (?:alarm|burglar|security|safe|bank)(?:_s)?(?:_\\p{L}{2,12}){0,2}_phrase (?:code|duress|panic|telephone|verification)_phrase alarmwort codewoord losungswort security_answer secret_answer (?:en|de)cryption_key verschlüsselungsschlüssel clé_de_chiffrement clave_de_cifrado chiave_di_cifratura chave_de_(?:criptografia|encriptação) versleutelingssleutel answer_to_(?:my|the|our)_(?:security|secret)_question',
  )})s?${end}`,
  'giu',
);
/** Key words: a text, a search and a shop have some too. */
export const KEY_WORD = new RegExp(
  `${start}(?:schlüsselwort|sleutelwoord|${names('mots?_clé palabra_clave parola_chiave palavra_chave')})${end}`,
  'giu',
);
/** "Mi palabra clave es ballena." */
export const OWN_KEY_WORD = new RegExp(
  `(?<=${start}(?:mein|mijn|mi|mia|minha)\\s)(?:schlüsselwort|sleutelwoord|${names('palabra_clave parola_chiave palavra_chave')})(?=\\s(?:ist|is|es|è|é)\\s)`,
  'giu',
);
/** Names that are common in other senses too. Only a value that looks like a secret counts. */
export const WEAK = new RegExp(
  `${start}(?:${names(
    'secret_key pass token bearer secret clave chave (?<=(?:mi|la|tu|su)_)contra(?=_(?:es|del?|a|por)_)',
    'private_key api_key api_token access_key access_token auth_token client_secret ssn social_security_number seed_phrase mnemonic',
    '(?:recovery|backup)_(?:keys?|phrase) api-?schlüssel phrase_de_récupération frase_de_(?:recuperación|recuperação) frase_di_recupero wiederherstellungs(?:phrase|satz) herstelzin',
  )})${end}`,
  'giu',
);
/** Names of a user name and its password. */
export const LOGIN = new RegExp(
  `${start}(?:${names('credentials? creds deets zugangsdaten (?:admin-)?zugang mes_accès login_(?:data|details) identifiants credenciales credenciais credenziali inloggegevens')})${end}`,
  'giu',
);
/** Names of short codes of digits. */
export const CODE = new RegExp(
  `${start}(?:${names(
    '(?:lock|locker|padlock|safe|vault)_combos? pin_?(?:code|number|nummer)? code_pin (?<=(?:my|our|meine|unsere|mes|mis|os|meus)_)pins(?=_:) cvv2? cvc otp (?:2fa|mfa)(?=_?[:=]) puk пин(?:_?код[а-я]{0,2})? pincode geheimzahl geheimnummer digicode digicodes',
    '(?:security|secret|verification|confirmation|access|entry|door|gate|alarm|safe|lock|garage|building|unlock|login|backup|recovery|one_?time|auth|2fa|mfa|sms|pin|key_?pad|vault)_codes?',
    '(?:sicherheits|zugangs|bestätigungs|verifizierungs|wiederherstellungs|backup|tür|haustür|tor|alarm|safe|tresor|pin|freischalt|entsperr|sperr|bildschirm|geräte|handy|telefon|laptop|tablet|eingangs|garagen|schließfach|spind|keller|schuppen|fahrrad|sms)_?codes?',
    'combination kombination zahlenkombination combinaison combinación combinazione combinação combinatie',
    'code_secret code_d_accès codes?_de_(?:sécurité|vérification|confirmation|porte|déverrouillage|récupération|secours)',
    'códigos?_(?:secretos?|de_(?:seguridad|verificación|confirmación|acceso|recuperación|respaldo|segurança|verificação|confirmação|acesso|recuperação))',
    'codic[ei]_(?:segret[oi]|di_(?:sicurezza|verifica|conferma|accesso|recupero|backup)|pin)',
    '(?:three|3|drei|trois|tres|tre|três|drie)_(?:digits_on_the|ziffern_auf_der|chiffres_(?:au_|du_)|(?:dígitos|números)_(?:de_atrás|del_reverso|do_verso|atrás)|cifre_sul_|cijfers_(?:achterop|op_de))_?(?:back|card|rückseite|dos|retro|achterkant)?',
    '(?:karten)?prüf(?:nummer|ziffer) cryptogramme',
    '(?:deur|kluis|kelder|schuur|alarm|beveiligings|verificatie|toegangs|herstel|pin|poort|sms)_?codes? geheime_codes?',
  )})${end}|${start}(?:(?:m|photo|push|chip|sms|i)-?)?TAN${end}`,
  'giu',
);
/** "The code of the safe", "la clé du wifi": a common word, and the thing that it opens, in one sentence. */
export const BARE_CODE = new RegExp(
  `${start}(?:${names('codes? code code[ns]? códigos? codice codici')})${end}(?! (?:d[eo] )?(?:client[ei]?|prodotto|produto|producto|produit|articolo|artículo|artigo|article)${end})`,
  'giu',
);
export const BARE_KEY = new RegExp(
  `${start}(?:${names('key pass')}|(?:\\p{L}{1,12}-)?(?:schlüssel|sleutel)|${names('clé clave chiave chave')})${end}`,
  'giu',
);
/** What a code opens or switches off. */
const LOCKS = names(
  'alarm alarms alarma allarme alarme alarm_?panel alarmanlage alarmsysteem safe vault tresor coffre coffre-fort caja_fuerte cassaforte cofre kluis locker lockers spind casier taquilla armadietto',
  'door gate garage key_?pad front_door tor porte portail portillon puerta portón portal porta portone cancello portão deur poort voordeur',
  'atm cash_machine geldautomat(?:en)? cajero distributeur bancomat multibanco geldautomaat',
  'bank_?card debit_card credit_card carte_(?:bleue|bancaire|de_crédit) tarjeta bancomat cartão bankpas ec-?karte kreditkarte',
  'lock padlock lock_?box cadenas candado lucchetto cadeado slot hangslot',
  'voice_?mail anrufbeantworter répondeur buzón_de_voz segreteria(?:_telefonica)? messagerie schlüssel(?:kasten|safe|tresor|box) key_?safe',
  'parental_controls? child_lock kindersicherung contrôle_parental control_parental controllo_parentale controlo_parental ouderlijk_toezicht',
);
const COMPOUND_LOCKS = '\\p{L}{0,20}(?:türe?|schloss|tresor|alarmanlage|slot)';
export const LOCK = new RegExp(
  `${start}(?:${LOCKS}|${COMPOUND_LOCKS})${end}|${start}(?:l['’])?(?:alarme|allarme|immeuble|entrée)${end}|dell['’]allarme`,
  'iu',
);
/** The same, and what has numbers of other kinds. */
export const LOCKED = new RegExp(
  `${LOCK.source}|${start}(?:${names(
    'sms sim phone ipad iphone laptop computer tablet entrance eingang entrada ingresso ingang',
    'handy móvil celular portátil ordinateur telefono telemóvel telefoon téléphone teléfono tél',
    'bbva santander caixa(?:bank)? bankinter sabadell revolut n26 unicredit intesa postepay sparkasse comdirect rabobank bradesco nubank',
  )})${end}`,
  'iu',
);
/** Someone unlocks something. */
export const UNLOCK = new RegExp(
  `${start}(?:unlock(?:s|ed|ing)?|disarm(?:s|ed|ing)?|get(?:s|ting)? into my|(?:ent|auf)sperr\\p{L}*|déverrouill\\p{L}*|d[ée]bloqu\\p{L}*|desbloque\\p{L}*|desbloqu\\p{L}{1,3}|sblocc\\p{L}*|ontgrendel\\p{L}*|(?:un|de)zip(?:s|ped|ping)?|decrypt(?:s|ed|ing)?|entpack\\p{L}*|entschlüssel\\p{L}*|décompress\\p{L}*|déchiffr\\p{L}*|descomprim\\p{L}*|descifr\\p{L}*|decomprim\\p{L}*|decifr\\p{L}*|ontsleutel\\p{L}*)${end}|${start}ge(?:ht|hen)\\s(?:mit|nur mit)\\s[^\\n]{1,30}\\sauf${end}|${start}(?:opens?|secured|protected|gesichert|protégée?|protegid[ao]|protett[ao]|beveiligd|öffne\\p{L}*|ouvr\\p{L}*|abr\\p{L}+|apr\\p{L}+)(?!\\p{L})[^\\n]{0,40}?\\s(?:with|by|mit|avec|par|con|com|por|met)${end}`,
  'iu',
);
export const OPENS = new RegExp(
  `^(?:${words('opens? unlocks? öffnet entsperrt ouvre déverrouille abre desbloquea desbloqueia apre sblocca opent ontgrendelt')})$`,
  'iu',
);
export const TYPE_IN = new RegExp(
  `${start}(?:enter(?:ing)?|typ(?:e|ing)|press(?:ing)?|dial|punch in|tippe?|drück\\p{L}*|gib|fai(?:s|tes)? le|fai(?:s|tes)?(?= \\d)|fa[çz](?:o|a)?(?= \\d)|compose[rz]?|tapez?|tape|tapant|teclea(?:ndo)?|pulsa|(?<!(?:la|una|de|da|uma|a) )marca|poner|pongo|digita(?:ndo)?|digite|scrivo|toets|(?<!(?:vom|de[rnm]|ein) )typ)${end}`,
  'iu',
);
export const LOG_IN = new RegExp(
  `${start}(?:log(?:ge|g)?(?: (?:dich|euch|sie|me))?(?: in)?|logged in|logins?|sign(?: me)? in|sign-in|anmelden|melde dich|einloggen|connecte-toi|connectez-vous|me connecte|connexion|inicia sesión|entra|acceda|accede|accedi|accedo|entre|inicio sesión|faço login|logge mich|log ik|inloggen|ssh|as (?:root|admin)|(?:als|como|comme|come) (?:root|admin))(?!_)${end}`,
  'iu',
);
/** Someone enters something. This says little, except in a sentence with a user name. */
export const ENTERS = new RegExp(
  `${start}(?:${words('entro ingreso me_conecto mi_collego acedo melde_mich me_connecte')}|j['’]accède)${end}`,
  'iu',
);
/** Accounts, networks and devices that a password opens. */
export const ACCOUNT = new RegExp(
  `${start}(?:${words(
    'e?-?mails? mail_?(?:box|account) inbox account router nas cloud server laptop computer pc netflix spotify instagram facebook icloud gmail outlook paypal amazon ebay steam linkedin windows wi-?fi wlan bank slack zip',
    'postfach posteingang (?:mail|bank|kunden)?konto rechner compte messagerie boîte_mail ordinateur correo cuenta ordenador portátil posta conta computador telemóvel banca rekening',
  )})${end}`,
  'iu',
);
/** "Into my router", "ins Postfach". */
const INTO_ACCOUNT = new RegExp(
  `${start}(?:in|into|on|onto|zum|ins?|im|aufs?|dans|sur|aux?|en|alla?|nell?a?|no|na|ao?|à|op|naar)\\s(?:\\p{L}{1,10}['’\\s]){0,3}?${ACCOUNT.source}`,
  'iu',
);
/** Someone gets into an account. This says little without the account. */
const GETS_IN = new RegExp(
  `${start}(?:(?:gets?|lets?|getting|letting) (?:me|you|us|them|him|her|anyone) (?:in|into|on|onto)|get(?:ting)? (?:into|onto)|komm(?:e|st|t|en)|reinkomm\\p{L}*|entr(?:er|ar|are|es|o|as|a|i|amos|iamo|ons|ez)|accéd\\p{L}+|acced\\p{L}+|kom (?:je|ik)|binnenkom\\p{L}*)${end}`,
  'iu',
);
/** With what: a value at the start, or after "with". */
const BY_VALUE =
  /^\s*\S*\d|(?:^|\s)(?:with|mit|avec|con|com|met|using|uso|usa|utilise)\s(?:\p{L}{1,12}\s){0,3}?\S*\d/iu;
/** Whether a clause says with what someone gets into an account. */
export const entersAccount = (clause: string) =>
  GETS_IN.test(clause) && INTO_ACCOUNT.test(clause) && BY_VALUE.test(clause);
export const USER_NAME = new RegExp(
  `${start}(?:${words('user_?name user benutzer(?:name)? identifiant utilisateur usuario usuário utilizador (?:nome_)?utente gebruiker(?:snaam)?')})${end}`,
  'iu',
);
export const NETWORK = new RegExp(
  `${start}(?:${words('wi_?fi wlan router hotspot network netzwerk netwerk réseau')})(?:-|${end})`,
  'iu',
);

/** Who sends a code for one use, that it was sent, and what it is for. */
export const SENDER = new RegExp(
  `${start}(?:${words('bank banca banco banque sms text_message texted paypal authenticator')})${end}`,
  'iu',
);
export const SENDS = new RegExp(
  `${start}(?:${words(
    'sent sends texted received geschickt schickte gesendet bekommen erhalten kam envoyé reçu enviado envió mandó mandado llegado llegó recibí recibido',
    'mandat[oa] inviato arrivat[oa] ricevuto enviou mandou chegou(?:-me)? recebi kreeg gekregen ontving ontvangen stuurde gestuurd',
  )})${end}`,
  'iu',
);
/** What a code for one use is for: to confirm, to log in, a transfer. */
export const CONFIRMING =
  '(?:confirm|verif|vérif|approv|validat|valid|bestätig|conferma|bevestig|log|sign|freizugeb|einlogg|einzulogg|anmeld|anzumeld|acced|iniciar|connecter|entrar|autori[sz]|activ|attivar|liberar|desbloque|virement|bonifico|transfer|überweis|overboek|inicio|login|accesso|acesso|pago|pagamento|paiement)';
export const CONFIRMS = new RegExp(
  `${start}(?:(?:confirm|verif|approv|validat|bestätig|conferma|bevestig)\\p{L}*|${words(
    'valider log_in sign_in freigeben freizugeben einloggen anmelden accedere in_te_loggen inloggen iniciar_sesión me_connecter entrar',
  )})${end}`,
  'iu',
);

/** "Password manager", "PIN pad", "secret recipe": the name is part of another one. */
export const OTHER_THING =
  /^[\s-]{1,3}(?:managers?|processors?|polic(?:y|ies)|rules?|reset|pads?|fields?|pages?|forms?|length|collection|cushion|badges?|board|santa|recipes?|garden|ingredients?|economy|machines?|ring|of appreciation|review|postal|postale|fiscale|de la route|de barras|generator|protection|prompt|notebooks?|hints?|budgets?|limits?|counts?|prices?|manag\p{L}*|gestionnaire)(?![\p{L}])/iu;
export const OTHER_BEFORE =
  /(?:bus|train|boarding|ski|day|season|museum|lift|park|mountain|rail|month(?:ly)?|country|area|zip|post|postal|colou?r|dress|source|bar|qr|promo|discount|product|error|status|exit|dial(?:l?ing)?|enamel|lapel|rolling|bowling|safety|drawing) $/iu;

/** Words between a name and its value. */
const COPULA = words(
  'is was are were be been becomes remains stays equals will_be would_be used_to_be reads set_to changed_to now_is it_is',
  'ist war lautet lautete bleibt wird heißt heisst wurde sei est était sera reste devient es era será siendo queda son è era sarà resta rimane rimasta diventa é foi fica continua_a_ser continua',
  'wordt blijft werd luidt jest är är',
);
export const LINK = new RegExp(`^(?:c['’]|['’])?(?:s|${COPULA}|[:=：/→]|=>|->|为|是|は|'s|c['’]?est|[-–—])$`, 'iu');
/** "Changed to", "auf … geändert". */
export const INTO = new RegExp(`^(?:${words('to into auf zu in à a en para por pour naar back')})$`, 'iu');
export const FILLER = new RegExp(
  `^(?:${words(
    'now still currently always just again also the a an my our its currently of del dell della do da van',
    'jetzt nun noch immer weiterhin aktuell derzeit wieder der die das den dem mein meine toujours maintenant encore désormais actuellement le la les de du ce mon ma',
    'ahora sigue continúa todavía aún actualmente siempre el los mi adesso ora ancora attualmente sempre il lo gli mia mio agora ainda sempre o os meu minha nu nog steeds altijd momenteel het een mijn een einfach simplement user benutzer',
  )})$`,
  'iu',
);
/** A description, no value: "My password is too long." */
export const DESCRIPTION = new RegExp(
  `^(?:${words(
    'too very quite so not never that what why how because easy hard weak strong long short safe secure wrong incorrect right correct old new broken expired invalid different simple complicated secret gone lost stored saved written hidden kept known required needed here there on in at from with under by mine yours public private unknown empty blank good bad fine ok okay bitwarden keepass default',
    'zu sehr nicht nie falsch richtig kurz lang schwach stark sicher alt neu abgelaufen kaputt geheim weg verloren gespeichert einfach kompliziert leer bei unter auf abgelaufen anders notiert unbekannt gleich dasselbe',
    'trop très pas jamais faux court courte longue faible fort forte sûr vieux nouveau expiré cassé secret perdu perdue simple compliqué vide chez sous sur dans bon mauvais prévu oublié pareil identique',
    'muy demasiado no nunca malo corta corto larga largo débil segura seguro vieja viejo nueva nuevo caducada caducado rota perdida secreta simple complicada vacía en bajo con mala buena incorrecta igual',
    'troppo molto non mai sbagliata corta lunga debole forte sicura sicuro vecchia nuova scaduta scaduto rotta persa segreta semplice complicata vuota sotto su con uguale',
    'muito demais não nunca errada curta comprida fraca forte segura velha nova expirada quebrada perdida secreta simples complicada vazia em debaixo na no com',
    'te heel erg niet nooit fout kort zwak sterk veilig oud nieuw verlopen kapot geheim weg kwijt simpel moeilijk leeg bij onder op in hetzelfde',
  )})$`,
  'iu',
);
export const TIME_BEFORE = new RegExp(
  `^(?:${words('in since until from by on at before after around about of for für pour para per voor im am seit bis vor nach ab um en depuis desde hasta dal nel em até sinds vanaf op om every jede')})$`,
  'iu',
);
export const DIGIT_WORDS = words(
  'zero oh one two three four five six seven eight nine null eins zwei zwo drei vier fünf sechs sieben acht neun zéro un deux trois quatre cinq sept huit neuf',
  'cero uno dos tres cuatro cinco seis siete ocho nueve zero due tre quattro cinque sei sette otto nove um dois três quatro sete oito nul een twee drie vijf zes zeven negen',
);
/** Digits in words. */
export const DIGIT_WORD = new RegExp(`^(?:${DIGIT_WORDS})$`, 'iu');
const ONE = 'one|eins|un|uno|um|een';
/** Four digits in words, other than those of someone who counts. */
export const SPOKEN_DIGITS = new RegExp(
  `${start}(?<!${start}(?:${ONE})[ ,]{1,2})(?!(?:${ONE})[ ,]{1,2}(?:two|zwei|zwo|deux|dos|due|dois|twee)[ ,])(?:(?:${DIGIT_WORDS})[ ,]{1,2}){3}(?:${DIGIT_WORDS})${end}`,
  'iu',
);
