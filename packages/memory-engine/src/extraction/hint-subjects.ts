import { PETS } from '../words/topics.js';
import { wholeWords } from '../words/whole-words.js';

// Subjects that hints and instructions name, and the words that statements about them have. English, German, French, Spanish, Italian, Portuguese
// and Dutch.

interface Subject {
  /** Words for the subject. */
  readonly names: RegExp;
  /** Default categories of its statements. */
  readonly categories: readonly string[];
  /** What its statements contain. */
  readonly said: RegExp | null;
}

const SUBJECTS: readonly Subject[] = [
  {
    names: wholeWords([
      'health\\p{L}*|medical|medicines?|medications?|illness(?:es)?|diseases?|gesundheit\\p{L}*|krankheit\\p{L}*|medizin\\p{L}*|santé|médica\\p{L}+|maladies?',
      'salud|médic[oa]s?|enfermedad(?:es)?|salute|sanitari[oaie]|medic[oaih]+|malatti[ae]|saúde|doenças?|gezondheid\\p{L}*|medische|ziektes?',
    ]),
    categories: ['health'],
    said: wholeWords([
      'diabet\\p{L}+|asthm\\p{L}*|asma|cancer|krebs|tumou?r|epilep\\p{L}+|migr[aä]\\p{L}+|depress\\p{L}+|anxiety|adhd|thyro\\p{L}+|schilddrüse|tiroide\\p{L}*|blood pressure|blutdruck|allerg\\p{L}+|alérgic[oa]|insulin\\p{L}*',
      'diagnos\\p{L}+|surger(?:y|ies)|operated|chemo\\p{L}*|therap\\p{L}+|treatments?|symptoms?|pills?|tablets?|blockers?|antibiotic\\p{L}*|prescri\\p{L}+|pregnan\\p{L}+|(?:broke|sprained|fractured) my \\p{L}+|ill|sick|pain',
      'behandlung|medikament\\p{L}*|tabletten|krank|schwanger|schmerzen|traitements?|ordonnance|malade|enceinte|douleurs?|tratamientos?|pastillas|enferm[oa]|embarazada|dolor',
      'trattamento|pastiglie|malat[oa]|incinta|dolore|tratamento|comprimidos|doente|grávida|dor|behandeling|pillen|ziek|zwanger|pijn',
    ]),
  },
  {
    names: wholeWords([
      'work|jobs?|careers?|employ(?:er|ment)|profession(?:al)?|arbeit\\p{L}*|beruf\\p{L}*|travail|boulot|emploi|métier|profession\\p{L}*|trabajos?|empleo|lavoro|trabalho|emprego|werk|baan',
    ]),
    categories: ['professional_details'],
    said: wholeWords([
      'boss|bosses|colleagues?|coworkers?|clients?|salary|pay rise|raise|promot\\p{L}+|employ\\p{L}+|meetings?|deadlines?|office|work(?:s|ed|ing)?(?: as| at| for| in)|hired|fired|resign\\p{L}*',
      'chef(?:in)?|kolleg\\p{L}+|gehalt|büro|arbeite?t?|patronn?e?|collègues?|salaire|bureau|travaill\\p{L}+|jef[ea]s?|compañer[oa]s de trabajo|sueldo|oficina|trabaj\\p{L}+',
      "capo|collegh?[iae]|stipendio|ufficio|lavor\\p{L}+|chefe|colegas?|salário|escritório|trabalh\\p{L}+|baas|collega[’']?s?|salaris|kantoor|werkt?",
    ]),
  },
  {
    names: wholeWords([
      'financ\\p{L}+|money|income|salar(?:y|ies)|debts?|budget|finanz\\p{L}*|geld|einkommen|argent|revenus?|dinero|ingresos|finanz\\p{L}+|soldi|denaro|dinheiro|rendimentos?|financiële|inkomen',
    ]),
    categories: [],
    said: wholeWords([
      'earn\\p{L}*|salary|wages?|mortgage|loans?|debts?|owes?|savings?|invest\\p{L}*|pension|taxes|rent|credit|budget|\\d[\\d.,]*(?: ?k)? ?(?:euros?|pounds?|dollars?|francs?)|verdiene?\\p{L}*|gehalt|hypothek|kredit|schulde\\p{L}*|miete',
      'gagne|salaire|hypothèque|prêt|dettes?|loyer|gano|sueldo|hipoteca|préstamo|deudas?|alquiler|guadagno|stipendio|mutuo|prestito|debiti?|affitto|ganho|salário|empréstimo|dívidas?|renda|verdien|salaris|hypotheek|lening|schuld(?:en)?|huur',
    ]),
  },
  {
    names: wholeWords([
      'relationships?|love life|dating|romantic|partners?|beziehung\\p{L}*|liebesleben|relations? amoureuses?|vie amoureuse|pareja|relaciones|relazion[ei]|relacionamentos?|relaties?',
    ]),
    categories: [],
    said: wholeWords([
      'boyfriend|girlfriend|husband|wife|spouse|fianc[ée]e?|partner|broke up|split up|divorc\\p{L}+|dating|engaged|married|single|in love|freundin|ehe(?:frau|mann)|verlobt\\p{L}*|verheiratet|geschieden|getrennt|copaine?|mari|femme|fiancée?|divorcée?|mariée?',
      'novi[oa]|marido|esposa?|casad[oa]|divorciad[oa]|fidanzat[oa]|moglie|sposat[oa]|divorziat[oa]|namorad[oa]|solteir[oa]|vriend(?:in)?|verloofd|getrouwd|gescheiden',
    ]),
  },
  {
    names: wholeWords([
      'politic\\p{L}*|elections?|politik|politisch\\p{L}*|politiques?|polític[oa]s?|politica|politiche|politiek\\p{L}*',
    ]),
    categories: [],
    said: wholeWords([
      'politic\\p{L}*|vot(?:e|es|ed|ing|o|é|ei)|elections?|parliament|government|democrats?|republicans?|conservatives?|liberals?|socialists?|left-wing|right-wing|gewählt|wähle|partei|regierung|wahl(?:en)?|élections?|voté|parti|elecciones|partido|elezioni|votato|partito|eleições|votei|verkiezing(?:en)?|stem(?:de)?|partij',
    ]),
  },
  {
    names: wholeWords(['religi\\p{L}+|faith|beliefs?|glaube\\p{L}*|foi|fe|fede|fé|geloof']),
    categories: [],
    said: wholeWords([
      'religi\\p{L}+|church|mass|mosque|temple|synagogue|pray(?:s|ed|ing|ers?)?|god|bible|quran|koran|catholic|protestant|christian|muslim|jewish|buddhist|hindu|atheist|baptis\\p{L}+|kirche|moschee|bete|gott|katholisch|evangelisch|église|messe|mosquée|prie|catholique',
      'iglesia|misa|mezquita|rezo|católic[oa]|chiesa|messa|moschea|prego|cattolic[oa]|igreja|missa|mesquita|kerk|moskee|bid|katholiek',
    ]),
  },
  {
    names: wholeWords(['ages?|alter|âge|edad|età|idade|leeftijd']),
    categories: [],
    said: wholeWords([
      "\\d{1,3} years? old|i(?:['’]m| am) (?:now )?\\d{1,3}(?=[.!,]|$)|turned \\d{1,3}|\\d{1,3} jahre alt|\\d{1,3} ans|\\d{1,3} años|\\d{1,3} anni|\\d{1,3} anos|\\d{1,3} jaar oud",
    ]),
  },
  {
    names: wholeWords([
      'birth(?:days?|dates?)?|geburt\\p{L}*|naissance|anniversaire|nacimiento|cumpleaños|nascita|compleanno|nascimento|aniversário|geboorte\\p{L}*|verjaardag',
    ]),
    categories: [],
    said: wholeWords([
      'born|birthdays?|geboren|geburtstag|née?|anniversaire|nací|cumpleaños|nat[oa]|compleanno|nasci|aniversário|jarig|verjaardag',
    ]),
  },
  {
    names: wholeWords([
      'phone(?: numbers?)?|telephone|telefon\\p{L}*|téléphone|teléfonos?|telefono|telefones?|telefoon\\p{L}*',
    ]),
    categories: [],
    said: wholeWords([
      '(?:phone|mobile|cell) (?:number )?is|(?:telefon|handy)nummer|numéro de téléphone|teléfono|telefono|telefone|telefoonnummer|\\+?\\d[\\d -]{7,}\\d',
    ]),
  },
  {
    names: wholeWords([
      '(?<!e-?mail[ -])address(?:es)?|anschrift\\p{L}*|(?<!mail-?)adressen?|adresses?|direcci(?:ón|ones)|indirizz[oi]|endereços?|adres(?:sen)?',
    ]),
    categories: [],
    said: wholeWords([
      "address is|postcode|zip code|\\d+\\p{L}? (?:\\p{Lu}[\\p{L}’']+ ){1,3}(?:street|st|road|rd|lane|avenue|ave|drive|close|way|square|terrace|court)|\\p{L}+(?:straße|strasse|weg|gasse|platz|straat|laan) \\d+|\\d+,? (?:bis )?(?:rue|avenue|boulevard)|(?:calle|via|rua|avenida) \\p{L}[^.]*\\d+|adresse|dirección|indirizzo|endereço",
    ]),
  },
  {
    names: wholeWords(['e-?mails?(?:[ -]address(?:es)?)?|mailadressen?|correos?(?: electrónicos?)?']),
    categories: [],
    said: /[\w.+-]+@[\w-]+\.[\w.-]+/u,
  },
  {
    names: wholeWords(['names?|namen?|noms?|nombres?|nom[ei]|nomes']),
    categories: [],
    said: /(?<!\p{L})(?:called|named|name['’]?s|name is|hei(?:ß|ss)t|nam(?:ens|e ist)|s['’]appelle|se llama|si chiama|chama-se|se chama|heet)(?!\p{L})|(?<!\p{L})(?:[Mm](?:y|ein\p{L}*|on|a|i|io|ia|eu|inha|ijn)) \p{Ll}+ (?:is )?\p{Lu}\p{Ll}+/u,
  },
  {
    names: wholeWords(['allerg\\p{L}+|intoleranc\\p{L}+|alergias?|unverträglichkeit\\p{L}*']),
    categories: [],
    said: wholeWords([
      'allerg\\p{L}+|alérgic[oa]s?|alergias?|intoleran\\p{L}+|unverträglich\\p{L}*|vertrage? kein\\p{L}*',
    ]),
  },
  {
    names: wholeWords([
      'travel\\p{L}*|trips?|journeys?|holidays?|vacations?|reisen?|reise\\p{L}+|voyages?|viajes?|viagg[io]+|viagens?|viagem|reizen',
    ]),
    categories: ['travel'],
    said: wholeWords([
      'fly(?:ing)? to|flights?|booked|hotels?|trip|travell?ing|fliege|gebucht|reise|vol|réservé|voyage|vuelo|reservado|viaje|volo|prenotato|viaggio|voo|reservei|viagem|vlucht|geboekt|reis',
    ]),
  },
  {
    names: wholeWords([
      'food|meals?|cooking|eating|diets?|essen|ernährung|speisen|nourriture|alimentation|comida|alimentación|cibo|alimentazione|alimentação|eten|voeding',
    ]),
    categories: ['food'],
    said: wholeWords([
      // Common things to eat and to drink, for statements that only name them
      'apples?|bananas?|berr(?:y|ies)|cherr(?:y|ies)|grapes?|lemons?|mangos?|mangoes|melons?|oranges?|peach(?:es)?|pears?|pineapples?|plums?|strawberr(?:y|ies)|avocados?|beans|broccoli|cabbage|carrots?|celery|coriander|cucumbers?|garlic|lentils|mushrooms?|olives?|onions?|peas|peppers?|potato(?:es)?|spinach|sprouts|tomato(?:es)?|tofu',
      'bacon|beef|lamb|pork|salmon|sausages?|steak|tuna|turkey|eggs?|milk|yogh?urt|butter|honey|curry|curries|dumplings|lasagne|noodles|pancakes?|pie|ramen|stew|tacos?|toast|biscuits?|cookies|ice cream|juice|lassi|lemonade|smoothies?|whisk(?:e)?y',

      'eat(?:s|ing)?|ate|cook\\p{L}*|drinks?|breakfast|lunch|dinner|tasty?|delicious|esse|isst|koche|trinke|schmeckt|mange|cuisine|bois|como|cocino|bebo|mangio|cucino|bevo|cozinho|eet|kook|drink',
    ]),
  },
  {
    names: wholeWords(['famil\\p{L}+|relatives|parents|children|verwandte?|eltern|kinder|famille|parenti|gezin']),
    categories: ['family'],
    said: null,
  },
  {
    names: wholeWords(['pets?|haustiere?n?|animaux|mascotas?|animali|animais|huisdier(?:en)?']),
    categories: [],
    said: wholeWords([
      `(?:${PETS.split(' ').join('|')})s?`,
      'pets?|dogs?|cats?|puppies|hunde?|hunden|katzen|haustiere?|vogel|chiens?|chats?|animal de compagnie|mascotas?|gat[oa]s?|perr[oa]s?|can[ei]|gatt[oaie]|criceto|cães|cão|cachorr[oa]s?|hond(?:en)?|kat(?:ten)?|poes|konijn|huisdier(?:en)?',
    ]),
  },
  {
    names: wholeWords([
      'locations?|whereabouts|wohnorte?|aufenthaltsorte?|standorte?|localisations?|lieux de résidence|ubicaci(?:ón|ones)|posizion[ei]|localizaç(?:ão|ões)|locaties?|woonplaats(?:en)?',
    ]),
    categories: [],
    said: wholeWords([
      "(?:live|lives|lived|living|based|born|grew up|staying|work|works) (?:in|near|at)|moved? (?:to|from)|moving to|(?:i|we) (?:am|are) from|(?:i['’]m|we['’]re) from",
      "wohne?n?|wohnt|lebe?n? in|ziehe?n?|gezogen|komme aus|habit\\p{L}+|j['’]habite|vis à|déménag\\p{L}+|viens de|viv[oei]\\p{L}* en|mud\\p{L}+ a|soy de|abit\\p{L}+|viv[oe] a|trasferi\\p{L}+|vengo da|mor[oa] em|mudei|sou d[eo]|woont?|wonen|verhui[sz]\\p{L}+|kom uit",
    ]),
  },
  {
    names: wholeWords(['hobb(?:y|ies)|interests?|leisure|hobbys|freizeit|loisirs?|aficiones|passatempi|passatempos']),
    categories: ['hobbies', 'sports'],
    said: wholeWords(['hobb(?:y|ies)|in my free time|collect\\p{L}*']),
  },
  {
    names: wholeWords(['sports?|fitness|exercise|deportes?|sportifs?|desportos?']),
    categories: ['sports'],
    said: null,
  },
  {
    names: wholeWords([
      'tech\\p{L}*|programming|coding|software|tools?|technik|technologies?|tecnolog\\p{L}+|logiciels?',
    ]),
    categories: ['technology'],
    said: /(?<!\p{L})[Ii] (?:use|code|program|develop|deploy)(?: (?:in|on|with))? (?:\p{Lu}|\p{Ll}+\.\p{Ll})/u,
  },
];

/** Whether a statement is about a subject that a hint names. `categories` are the default ones of the statement. */
export function isAboutNamedSubject(statement: string, hint: string, categories: readonly string[]): boolean {
  return SUBJECTS.some(
    ({ names, categories: own, said }) =>
      names.test(hint) && (own.some((name) => categories.includes(name)) || said?.test(statement) === true),
  );
}

/** Takes the names of subjects out of an instruction. */
export function takeNamedSubjects(instruction: string): { readonly names: readonly string[]; readonly rest: string } {
  const names: string[] = [];
  const rest = SUBJECTS.reduce(
    (text, subject) =>
      text.replaceAll(new RegExp(subject.names.source, 'giu'), (name) => {
        names.push(name);
        return ' ';
      }),
    instruction,
  );
  return { names, rest };
}
