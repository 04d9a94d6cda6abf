// What a question asks for with one word, and the words by which statements answer it: "What are my hobbies?" asks for "I go bouldering". In English,
// German, French and Spanish, without accents.

export interface Topic {
  /** Words and wordings of a question. */
  readonly asked: RegExp;
  readonly stated: readonly string[];
}

const ACTIVITIES =
  'climb climbing climbed bouldering hike hiking run running jogging marathon swim swimming cycle cycling yoga pilates gym football soccer tennis badminton hockey rugby cricket golf basketball volleyball handball judo karate surf surfing ski skiing skate sailing rowing fishing ' +
  'hunting dance dancing choir sing singing band guitar ukulele piano violin fiddle cello drum drums trumpet trombone flute accordion banjo paint painting draw drawing sketch pottery ceramics knit knitting sew sewing crochet photography garden gardening ' +
  'bake baking cook cooking chess bridge puzzle puzzles gaming quiz poker read reading birdwatching camping astronomy woodworking sculpture ' +
  'klettern klettere wandern wandere laufe laufen joggen schwimmen schwimme radfahren rennrad fussball tennis turnen segeln rudern angeln tanzen tanze chor singe singen gitarre klavier geige cello trommel akkordeon male malen zeichnen topfern stricken nahen fotografieren garten schrebergarten kochen backen schach skat kegeln lesen ' +
  'escalade randonnee courir natation nager velo foot judo voile ski peche danse danser chorale chanter guitare piano violon accordeon batterie peinture peindre dessin poterie tricot couture photo photographier jardin jardinage cuisine echecs lecture petanque ' +
  'escalada senderismo correr nadar ciclismo futbol padel baloncesto vela pesca bailar bailo flamenco salsa coro cantar canto guitarra toco violin acordeon pintar pinto dibujo ceramica tejer fotografia huerto cocinar ajedrez setas';
const SPORTS =
  'climb climbed climbing bouldering hike hiking run running jogging marathon swim swimming cycle cycling yoga gym football soccer tennis badminton hockey rugby cricket golf basketball volleyball judo karate surf surfing ski skiing skate skateboarding snowboard sailing rowing ' +
  'klettern wandern laufen joggen schwimmen radfahren fussball turnen rudern escalade randonnee courir natation velo foot voile escalada senderismo correr nadar ciclismo futbol padel baloncesto';
const KIN =
  'mother mum mom father dad parents wife husband partner sister brother son daughter child children kids twins baby grandmother grandfather grandma grandpa grandson granddaughter aunt uncle cousin nephew nephews niece engaged fiance girlfriend boyfriend ' +
  'mutter vater eltern frau mann partner partnerin schwester bruder sohn tochter kinder oma opa enkel tante onkel neffe nichte ' +
  'mere pere parents femme mari sœur soeur frere fils fille enfants tante oncle neveu niece ' +
  'madre padre mama papa padres mujer esposa marido esposo hermana hermano hijo hija hijos abuela abuelo tia tio sobrino sobrina';
const HEALTH =
  'allergic allergy allergies asthma inhaler diabetes insulin migraine migraines headaches pain rash blood pressure pills tablets medication therapy physiotherapy surgery operation injury injured knee knees back hip eyesight glasses varifocals hearing pollen coeliac intolerance penicillin thyroid sneeze broke ' +
  'allergisch allergie asthma diabetes insulin migrane rucken knie hufte blutdruck brille tabletten physiotherapie pollen vertrage operation schmerzen ' +
  'allergique allergie asthme diabete migraine genou dos hanche tension lunettes opere supporte douleur ' +
  'alergia alergico alergica asma diabetes insulina migrana rodilla espalda cadera tension gafas duele operaron pincho';
const FOOD =
  'eat eating drink drinks coffee tea wine beer juice milk breakfast lunch dinner supper dish meal soup curry pie cake bread cheese chocolate porridge vegetarian vegan meat fish spicy favourite tastes cook recipe sugar ' +
  'esse essen trinke trinken kaffee tee wein bier saft milch fruhstuck suppe kuchen brot kase schokolade pizza fleisch fisch schmeckt mag liebsten ' +
  'mange manger bois boire cafe the vin biere jus lait soupe gateau pain fromage chocolat viande poisson plat prefere deteste ' +
  'como comer comida bebo beber tomo cafe te vino cerveza zumo leche sopa pan queso chocolate carne pescado plato favorito encanta gusta';
const COUNTRIES =
  'england scotland wales ireland france germany austria switzerland italy spain portugal greece croatia poland norway sweden denmark finland iceland netherlands belgium turkey morocco egypt kenya nigeria india china japan korea thailand vietnam australia zealand canada mexico peru chile brazil argentina cuba alps dolomites algarve travelled abroad flew visited ' +
  'schottland irland frankreich deutschland osterreich schweiz italien spanien griechenland kroatien polen norwegen schweden danemark finnland island niederlande turkei marokko agypten indien japan thailand kanada mexiko brasilien ' +
  'angleterre ecosse irlande france allemagne autriche suisse italie espagne grece croatie pologne norvege suede danemark islande turquie maroc egypte inde japon thailande canada mexique perou bresil ' +
  'inglaterra escocia irlanda francia alemania austria suiza italia espana grecia croacia polonia noruega suecia dinamarca islandia turquia marruecos egipto japon tailandia brasil viajamos viajar';
export const PROFESSIONS =
  'nurse teacher doctor developer engineer programmer designer waiter waitress chef cook driver librarian library farmer baker carpenter electrician plumber mechanic lawyer accountant pharmacist architect journalist writer musician cleaner clerk cashier hairdresser firefighter policeman officer scientist researcher ' +
  'krankenschwester krankenpfleger lehrer lehrerin tischler busfahrer fahrer koch backer apotheker apothekerin hebamme ingenieur verkaufer ' +
  'infirmier infirmiere professeur boulanger menuisier cuisinier ingenieur vendeur vendeuse institutrice avocat ' +
  'enfermero enfermera profesor profesora maestro cocinero camarero taxista ingeniero abogado arquitecta arquitecto panadero';
export const PETS =
  'dog puppy cat kitten rabbit hamster parrot budgie goldfish tortoise axolotl horse pony hund dackel katze kater papagei hase chien chat chatte lapin perroquet perro gato conejo loro';
const DATES =
  'appointment birthday anniversary deadline due expires january february march april may june july august september october november december termin geburtstag hochzeitstag januar februar marz mai juni juli oktober dezember ' +
  'rendez-vous anniversaire janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre cita cumpleanos aniversario boda enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre';
const LANGUAGES =
  'english german french spanish italian portuguese dutch welsh gaelic japanese chinese arabic russian polish norwegian swedish greek turkish englisch deutsch franzosisch spanisch italienisch norwegisch schwedisch slowenisch polnisch anglais allemand espagnol italien breton arabe ingles aleman frances italiano arabe catalan';

const COST =
  'rent mortgage flat house apartment month monthly pounds euros miete wohnung haus kostet kosten zahlen loyer appartement euros payons alquiler hipoteca piso pagamos affitto arriendo';
const CARS =
  'drive driving car van truck audi bmw citroen dacia fiat ford honda hyundai kia mazda mercedes nissan opel peugeot porsche renault seat skoda subaru suzuki tesla toyota volkswagen vw volvo fahre conduis roule conduzco manejo cupra jaguar jeep lexus mitsubishi polestar saab vauxhall';
const PHONES =
  'iphone pixel galaxy samsung nokia fairphone motorola xiaomi huawei oneplus android redmi honor oppo realme blackberry';
const COMPUTERS = 'laptop macbook imac thinkpad dell lenovo asus acer chromebook surface linux fedora ubuntu windows';
const BANKS =
  'savings account bank monzo revolut paypal barclays lloyds nationwide hsbc sparkasse volksbank deutsche commerzbank postbank ing caixabank santander bbva sabadell credit agricole postale konto compte cuenta natwest halifax starling chase dkb comdirect n26 gls targobank hypovereinsbank consorsbank bnp lcl boursorama mutuel ibercaja unicaja bankinter kutxabank openbank abanca cajamar triodos';
const HOMES = 'flat house apartment cottage room rent moved settled share wohnung haus appartement maison piso casa';
const TEAM =
  'boss manager lead leads leader supervisor supervises colleague colleagues team director head chef chefin meister kollege kollegin patron cheffe directeur directrice collegue jefe jefa director directora companero supervisora encargado encargada responsable superieur superieure leiter leiterin';
const MORNINGS = 'alarm wake up early early aufstehen wecker wach schicht reveil leve levanto despertador';
const WEEK =
  'monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo noon o clock quarter half weekly daily';
const TRIPS =
  'fly flying flight flights trip travel travelling holiday visit booked hotel train ferry urlaub reise fliegen vacances voyage partons viaje vacaciones viajamos vuelo';
const TITLES =
  'boss manager head chief director supervisor lead leads runs superintendent meister leiter leiterin vorgesetzte patron patronne directeur directrice responsable jefe jefa director directora dueno supervisora encargado encargada encargados superieur superieure chefin chef gerente manageuse abteilungsleiter abteilungsleiterin teamleiter teamleiterin';

export const TOPICS: readonly Topic[] = [
  toTopic(
    'hobb(?:y|ies|ys)|hobbies|pastimes?|(?:free|spare) time|leisure|for fun|interests|freizeit|hobbys?|loisirs?|passe-temps|temps libre|aficion(?:es)?|pasatiempos?|tiempo libre|ocio',
    ACTIVITIES,
  ),
  toTopic('sports?|sportarten|deportes?', SPORTS),
  toTopic('famil(?:y|ies|ia|le|ie)|familie|relatives|household|familiares|angehorige', KIN),
  toTopic(
    '(?:doctor|medic) (?:should )?know|tell (?:a|the|my) doctor|(?:decirle|decir) a un medico|medico (?:debe|deberia|tiene que) saber|dire a un medecin|medecin (?:doit|devrait) savoir|arzt (?:\\p{L}+ ){0,3}wissen|health|medical|illness(?:es)?|sick|allerg\\p{L}+|gesundheit\\p{L}*|beschwerden|krankheiten|sante|maladies?|salud|enfermedades|molestias',
    HEALTH,
  ),
  toTopic('eat|drink|food|foods|essen|esse|trinken?|trinke|manger|boire|comer|beber|comidas?', FOOD),
  toTopic('countr(?:y|ies)|abroad|land|landern?|lander|pays|pais(?:es)?', COUNTRIES),
  toTopic(
    'job|occupation|profession|career|(?:for a|my) living|do for work|beruf\\p{L}*|arbeite|metier|travail|trabajo|trabaja|profesion|oficio|dedico|dedica',
    PROFESSIONS,
  ),
  toTopic(
    '(?:rent|mortgage|miete|loyer|alquiler|hipoteca|renta)|pay for the (?:house|flat|apartment)|(?:pago|pagamos) por la casa|paye pour',
    COST,
  ),
  toTopic('car|cars|auto|wagen|voiture|coche|carro|automovil', CARS),
  toTopic('phone|mobile|smartphone|handy|telefon|telephone|movil|celular|telefono', PHONES),
  toTopic('computer|laptop|rechner|ordinateur|ordi|ordenador|computadora|portatil', COMPUTERS),
  toTopic('banks?|bank account|banque|banco', BANKS),
  toTopic('live|wohne[nt]?|lebe[nt]?|habit(?:e|ons|es)|jhabite|vis|vivons|viv(?:o|e|imos)|resid(?:o|e|imos)', HOMES),
  toTopic('work with|colleagues?|coworkers?|kollegen|collegues|companeros', TEAM),
  toTopic('boss|chefin|chef|vorgesetzter?|superieure?|cheffe|patron|jef[ea]', TITLES),
  toTopic('get up|wake up|stehe ich auf|aufstehe|leve|levanto', MORNINGS),
  toTopic('schedules?|weekday|weekdays|routines?|wochentag|horaires|horarios', WEEK),
  toTopic('(?:are|am) (?:we|i) going|trips?|travel|vacations?|holidays?|urlaub|reise|vacances|vacaciones', TRIPS),
  toTopic('pets?|haustiere?|animal|animaux|mascotas?', PETS),
  toTopic('dates|appointments|schedules?|deadlines?|termine|daten|fechas', DATES),
  toTopic('languages?|sprachen?|langues?|idiomas?', LANGUAGES),
];

export function toTopic(asked: string, stated: string): Topic {
  return {
    asked: new RegExp(`(?<![\\p{L}\\p{N}])(?:${asked})(?![\\p{L}\\p{N}])`, 'u'),
    stated: [...new Set(stated.split(' '))],
  };
}

/** A topic that a query asks for. */
export interface AskedTopic {
  /** How the folded query names it. */
  readonly wording: string;
  readonly stated: readonly string[];
}

/** Returns those topics that a query asks for. `folded`: lowercase, without accents. */
export function findTopics(topics: readonly Topic[], folded: string): readonly AskedTopic[] {
  return topics.flatMap(({ asked, stated }) => {
    const [wording] = asked.exec(folded) ?? [];
    return wording === undefined ? [] : [{ wording, stated }];
  });
}
