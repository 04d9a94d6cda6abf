// Words around secrets in seven languages, as patterns.
const start = '(?<![\\p{L}\\p{N}_])';
const end = '(?![\\p{L}\\p{N}])';
const words = (...lists: readonly string[]) => lists.join(' ').split(' ').join('|').replaceAll('_', "[\\s_'’-]{0,2}");

/** Names of passwords. Any word that follows "is" may be one: "Mein Passwort ist Mohnblume." */
export const PASSWORD = new RegExp(
  `${start}(?:(?:\\p{L}{1,20}-?)?(?:passwor[dt]|kennwort|wachtwoord|lösenord|passcode|passphrase)|${words(
    'passwd pwd pw psw pswd pass_?phrase mdp ww contrase[nñ]a senha palavra_passe parola_(?:d_)?(?:ordine|chiave)? hasło şifre parole пароль पासवर्ड',
    'mots?_de_passe phrase_secrète login_code security_answer secret_answer security_question',
  )})s?${end}`,
  'giu',
);
/** Names that are common in other senses too. Only a value that looks like a secret counts. */
export const WEAK = new RegExp(
  `${start}(?:${words(
    'pass token bearer secret clave chave',
    'secret_key private_key api_key api_token access_key access_token auth_token client_secret ssn social_security_number seed_phrase mnemonic',
    '(?:recovery|backup)_(?:keys?|phrase) api-?schlüssel',
  )})${end}`,
  'giu',
);
/** Names of a user name and its password. */
export const LOGIN = new RegExp(
  `${start}(?:${words('credentials? zugangsdaten login_(?:data|details) identifiants credenciales credenciais credenziali inloggegevens')})${end}`,
  'giu',
);
/** Names of short codes of digits. */
export const CODE = new RegExp(
  `${start}(?:${words(
    'pin_?(?:code|number|nummer)? code_pin cvv2? cvc otp puk pincode geheimzahl geheimnummer digicode digicodes',
    '(?:security|secret|verification|confirmation|access|entry|door|gate|alarm|safe|lock|garage|building|unlock|login|backup|recovery|one_?time|auth|2fa|mfa|sms|pin|key_?pad|vault)_codes?',
    '(?:sicherheits|zugangs|bestätigungs|verifizierungs|tür|haustür|tor|alarm|safe|tresor|pin|freischalt|entsperr|sms)_?code',
    'code_secret code_d_accès code_de_(?:sécurité|vérification|confirmation|porte|déverrouillage)',
    'código_(?:secreto|de_seguridad|de_verificación|de_confirmación|de_acceso|secreto|de_segurança|de_verificação|de_confirmação|de_acesso)',
    'codice_(?:segreto|di_sicurezza|di_verifica|di_conferma|di_accesso|pin)',
    '(?:deur|alarm|beveiligings|verificatie|toegangs|pin|poort|sms)_?codes? geheime_codes?',
  )})${end}|${start}TAN${end}`,
  'giu',
);
/** "The code of the safe", "la clé du wifi": a common word, and the thing that it opens, in one sentence. */
export const BARE_CODE = new RegExp(
  `${start}(?:${words('codes? code code[ns]? códigos? codice codici combination kombination zahlenkombination combinaison combinación combinazione combinação combinatie')})${end}`,
  'giu',
);
export const BARE_KEY = new RegExp(
  `${start}(?:${words('key')}|(?:\\p{L}{1,12}-)?(?:schlüssel|sleutel)|${words('clé clave chiave chave')})${end}`,
  'giu',
);
export const LOCKED = new RegExp(
  `${start}(?:${words(
    'alarm alarms alarma allarme alarme alarmanlage alarmsysteem safe vault tresor coffre coffre-fort caja_fuerte cassaforte cofre kluis locker lockers spind casier taquilla armadietto',
    'door gate garage keypad front_door tür haustür tor porte portail puerta portón porta cancello portão deur poort voordeur sms bank_?card debit_card credit_card',
    'carte_(?:bleue|bancaire|de_crédit) tarjeta bancomat cartão bankpas ec-?karte kreditkarte phone handy móvil telefono telemóvel',
  )})${end}|${start}(?:l['’])?(?:alarme|allarme|immeuble|entrée)${end}|dell['’]allarme|\\bsim\\b`,
  'iu',
);
export const NETWORK = new RegExp(`${start}(?:${words('wi_?fi wlan router hotspot réseau')})(?:-|${end})`, 'iu');

/** "Password manager", "PIN pad", "secret recipe": the name is part of another one. */
export const OTHER_THING =
  /^[\s-]{1,3}(?:managers?|polic(?:y|ies)|rules?|reset|pads?|fields?|pages?|forms?|length|collection|cushion|badges?|board|santa|recipes?|garden|ingredients?|economy|machines?|ring|of appreciation|review|postal|postale|fiscale|de la route|de barras|generator|protection|prompt|hints?|manag\p{L}*|gestionnaire)(?![\p{L}])/iu;
export const OTHER_BEFORE =
  /(?:bus|train|boarding|ski|day|season|museum|lift|park|mountain|rail|month(?:ly)?|country|area|zip|post|postal|colou?r|dress|source|bar|qr|promo|discount|product|error|status|exit) $/iu;

/** Words between a name and its value. */
const COPULA = words(
  'is was are were be been becomes remains stays equals will_be would_be used_to_be reads set_to changed_to now_is it_is',
  'ist war lautet lautete bleibt wird heißt heisst wurde sei est était sera reste devient es era será sigue_siendo continúa_siendo queda son è era sarà resta rimane rimasta diventa é foi fica continua_a_ser continua',
  'wordt blijft werd luidt jest är är',
);
export const LINK = new RegExp(`^(?:c['’]|['’])?(?:s|${COPULA}|[:=：/→]|=>|->|为|是|は|'s|c['’]est|[-–—])$`, 'iu');
/** "Changed to", "auf … geändert". */
export const INTO = new RegExp(`^(?:${words('to into auf zu in à a en para por pour naar back')})$`, 'iu');
export const FILLER = new RegExp(
  `^(?:${words(
    'now still currently always just again also the a an my our its currently',
    'jetzt nun noch immer weiterhin aktuell derzeit wieder der die das den dem mein meine toujours maintenant encore désormais actuellement le la les de du ce mon ma',
    'ahora todavía aún actualmente siempre el los mi adesso ora ancora attualmente sempre il lo gli mia mio agora ainda sempre o os meu minha nu nog steeds altijd momenteel het een mijn een einfach simplement user benutzer',
  )})$`,
  'iu',
);
/** A description, no value: "My password is too long." */
export const DESCRIPTION = new RegExp(
  `^(?:${words(
    'too very quite so not never that what why how because easy hard weak strong long short safe secure wrong right correct old new broken expired invalid different simple complicated secret gone lost stored saved written hidden kept known required needed here there on in at from with under by mine yours public private unknown empty blank good bad fine ok okay bitwarden keepass',
    'zu sehr nicht nie falsch richtig kurz lang schwach stark sicher alt neu abgelaufen kaputt geheim weg verloren gespeichert einfach kompliziert leer bei unter auf abgelaufen anders notiert unbekannt',
    'trop très pas jamais faux court courte longue faible fort forte sûr vieux nouveau expiré cassé secret perdu perdue simple compliqué vide chez sous sur dans bon mauvais prévu oublié',
    'muy demasiado no nunca malo corta corto larga largo débil segura seguro vieja viejo nueva nuevo caducada caducado rota perdida secreta simple complicada vacía en bajo con mala buena incorrecta',
    'troppo molto non mai sbagliata corta lunga debole forte sicura sicuro vecchia nuova scaduta scaduto rotta persa segreta semplice complicata vuota sotto su con',
    'muito demais não nunca errada curta comprida fraca forte segura velha nova expirada quebrada perdida secreta simples complicada vazia em debaixo na no com',
    'te heel erg niet nooit fout kort zwak sterk veilig oud nieuw verlopen kapot geheim weg kwijt simpel moeilijk leeg bij onder op in',
  )})$`,
  'iu',
);
export const TIME_BEFORE = new RegExp(
  `^(?:${words('in since until from by on at before after around about of im am seit bis vor nach ab um en depuis desde hasta dal nel em até sinds vanaf op om every jede')})$`,
  'iu',
);
