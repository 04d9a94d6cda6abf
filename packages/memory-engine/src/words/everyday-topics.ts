import { toTopic, type Topic } from './topics.js';

// More of what `topics.ts` has: subjects in Italian, Portuguese and Dutch, and those that facts seldom name in any language: an allergy by what it does
// ("strawberries give me a rash"), a dislike by its verb. Without accents.

const HOBBIES =
  'collect collecting restore restoring woodturning woodwork carpentry brew brewing embroidery calligraphy genealogy ' +
  'sammle bastle bastele restauriere zuchte stricke fotografiere spiele leidenschaft aquarelle collectionne tricote bricole dessine peins joue saxophone clarinette passion colecciono juego toco clarinete pasion punto ' +
  'trekking escursioni escursionismo camminare correre corro nuoto nuotare ciclismo calcio calcetto tennis sci sciare pesca pescare ballo ballare coro canto cantare chitarra pianoforte violino flauto batteria sassofono ' +
  'clarinetto suono dipingo dipingere pittura disegno disegnare acquerelli ceramica cucito cucire maglia uncinetto fotografia fotografo giardinaggio orto cucinare scacchi leggere colleziono passione gioco ' +
  'trilha trilhas caminhada caminhadas corrida nadar pedalar futebol futsal surfar surfe pescar dancar danco samba violao guitarra flauta toco pinto pintar pintura desenho desenhar costura costurar trico croche jardinagem ' +
  'horta cozinhar xadrez coleciono paixao jogo wandel wandelen hardlopen fietsen wielrennen zwemmen zwem voetbal voetballen schaatsen zeilen dansen koor zing zingen gitaar viool fluit hobo klarinet drummen speel schilder ' +
  'schilderen tekenen keramiek pottenbakken naaien brei breien fotografie fotografeer tuinieren moestuin koken bakken schaken schaak lezen verzamel passie klimmen';
const SPORTS =
  'pilates padel climbing calcio calcetto nuoto nuotare pallavolo pallacanestro corsa corro ciclismo sci palestra futebol futsal natacao corrida volei basquete surfe academia voetbal voetballen zwemmen hardlopen wielrennen ' +
  'hockey schaatsen roeien sportschool kicke fuballe schwimmen foot natation futbol natacion';
const FAMILY =
  'stepson stepdaughter stepmother stepfather stepdad stepmum mother-in-law father-in-law sister-in-law brother-in-law nan gran nanna cousins boyfriend ' +
  'zwillinge zwilling cousin cousine schwager schwagerin schwiegermutter schwiegervater ehemann ehefrau mama papa grossmutter grossvater stiefsohn compagnon compagne jumeaux jumelles cousin cousine grand-pere grand-mere ' +
  'belle-mere beau-pere papi mamie epoux epouse pareja gemelos gemelas cunado cunada suegra suegro primo prima nieto nieta novio novia ' +
  'marito moglie figlio figlia figli fratello fratelli sorella sorelle mamma genitori nonna nonno nonni zia zio cugino cugina suocera suocero nipote cognato cognata compagno compagna gemelli bambini ' +
  'mulher esposa filho filha filhos irmao irma irmaos irmas mae pai avo avos sogra sogro sobrinho sobrinha cunhado cunhada companheiro companheira gemeos namorado namorada ' +
  'vrouw zoon dochter kinderen broer broers zus zussen moeder vader ouders oma opa tante oom neef nicht schoonmoeder schoonvader schoonzus zwager tweeling vriend vriendin partner';
const ALLERGIES =
  'rash hives itch itchy itches swell swells swollen swelling sneeze sneezing anaphylaxis epipen intolerant intolerance hayfever aspirin ibuprofen penicillin latex pollen stings ' +
  'ausschlag juckt juckreiz schwillt schwellen anschwellen quaddeln reagiere vertrage niesen unvertraglich bienenstiche penicillin plaques boutons demangeaisons gonfle gonfler gonflent reagis supporte urticaire intolerante ' +
  'ibuprofene penicilline sarpullido ronchas picor hincha hinchan reacciono sientan sienta tolero urticaria ibuprofeno aspirina penicilina intolerante prurito orticaria gonfia gonfiano reagisco tollero starnutire sfogo ' +
  'penicillina lattosio coceira incha incham inchar reajo tolera espirros dipirona lactose amendoim uitslag jeuk zwelt zwellen reageer verdraag niezen bijensteken aspirine pinda noten';
const MEDICINES =
  'tablet tablets pill pills capsules inhaler insulin metformin paracetamol statins thinners antidepressants antihistamine antibiotics vitamin vitamins thyroxine prescribed tabletten spritze blutverdunner vitamin insulin ' +
  'thyroxin antibiotika comprime comprimes cachets insuline anticoagulants antibiotiques vitamine vitamines pastilla pastillas comprimidos insulina anticoagulantes antibioticos vitamina omeprazol ' +
  'compresse pillola pillole anticoagulanti antibiotici pillen insuline bloedverdunners antibiotica slik';
const DISLIKES =
  'hate hates loathe detest dislike despise annoys annoying irritates drains unbearable stand hasse verabscheue nervt nerven ausstehen leiden graus ekelt deteste hais horreur supporte degoute agace enerve odio detesto soporto ' +
  'aguanto molesta molestan repugna asco cansa cansan sopporto disgusta infastidisce schifo odeio suporto aguento incomoda nojo haat hekel verafschuw irriteert ergert';
const PETS =
  'hen hens chicken chickens goat goats tortoise turtle guinea ferret snake lizard collie terrier spaniel poodle huhn huhner ziege ziegen schildkrote meerschweinchen wellensittich poule poules chevre tortue furet tortuga ' +
  'gallina gallinas cabra caballo pez cane cani cagnolino gatto gatta gatti coniglio criceto tartaruga pappagallo cavallo galline capra cachorro cachorra cao caes gato gata gatos coelho papagaio cavalo galinha galinhas ' +
  'hond honden kat katten poes konijn cavia papegaai schildpad paard kippen geit';
const LANGUAGES =
  'speak fluent irish latin hebrew hindi urdu korean turkish ukrainian romanian hungarian czech danish finnish latein turkisch russisch griechisch tschechisch bairisch plattdeutsch arabisch chinesisch japanisch portugiesisch ' +
  'niederlandisch portugais russe chinois arabe polonais grec latin neerlandais basque corse euskera gallego valenciano ruso chino polaco portugues griego ' +
  'inglese tedesco francese spagnolo portoghese russo cinese arabo giapponese greco polacco parlo capisco alemao espanhol frances ingles italiano japones chines falo engels duits frans spaans italiaans fries turks arabisch ' +
  'russisch chinees pools spreek versta';
const TRIPS =
  'visited travelled traveled backpacked toured honeymoon gereist geflogen besucht hochzeitsreise visite voyage partis parti viaje viajamos viajado estuve vacanza vacanze viaggio viaggi viaggiato andati andata andato visitato ' +
  'stata stato viagem viajei ferias estive visitei vakantie reis gereisd geweest bezocht';
const JOBS =
  'teach teaches teaching nurse surgeon unterrichte pfleger pflegerin enseigne infirmier infirmiere enfermero enfermera clases insegno insegnante infermiere infermiera cuoco cuoca medico commessa commesso impiegato impiegata ' +
  'operaio operaia avvocato avvocata ingegnere muratore idraulico elettricista grafico grafica parrucchiera barista camionista pensione ensino aulas professor professora enfermeiro enfermeira cozinheiro cozinheira advogado ' +
  'advogada engenheiro engenheira dentista pedreiro encanador eletricista motorista vendedor vendedora aposentado aposentada leraar lerares verpleegkundige verpleger verpleegster kok arts huisarts advocaat ingenieur metselaar ' +
  'loodgieter elektricien kapper kapster apotheker tandarts chauffeur verkoper verkoopster docent gepensioneerd';
const HOMES =
  'appartamento stanza trasferito trasferita trasferiti quartiere apartamento mudei mudamos bairro appartement huis kamer verhuisd flat';
const BIRTHS =
  'born birthday geboren geburtstag geburtsdatum naissance anniversaire naci nacido nacida cumpleanos nato nata compleanno nasci nascido nascida aniversario verjaardag jarig';

/** Subjects and the words by which statements are about them. */
export const EVERYDAY_TOPICS: readonly Topic[] = [
  toTopic(
    'hobb(?:y|ies|ys)|pastimes?|(?:free|spare) time|freizeit|loisirs?|temps libre|aficion(?:es)?|tiempo libre|passatemp[oi]s?|tempo libero|tempo livre|vrije tijd|vrijetijd',
    HOBBIES,
  ),
  toTopic('sports?|deportes?|esportes?|desportos?|sportarten', SPORTS),
  toTopic(
    'famil(?:y|ies|ia|le|ie)|famiglia|relatives|family members|verwandte[nr]?|angehorige[n]?|proches|parientes|familiares|parenti|parentes|familieleden',
    FAMILY,
  ),
  toTopic('allerg\\p{L}+|alergi\\p{L}+', ALLERGIES),
  toTopic(
    'medicines?|medications?|meds|pills|medikamente?|tabletten|medicaments?|medicinas?|medicamentos?|medicine|farmaci|remedios?|medicijnen|medicatie',
    MEDICINES,
  ),
  toTopic(
    'dislikes?|pet peeves?|hate|(?<=don.t (?:i|we) )(?:like|enjoy)|(?:like|enjoy)(?= least)|(?<=was )mag (?:ich|er|sie) (?:gar )?nicht|leiden|hasse|(?<=n.)aime (?:pas|plus)|deteste|(?<=no (?:me|nos) )gustan?|odio|(?<=non (?:mi|ci) )piac(?:e|ciono)|(?<=nao )gosto|odeio|(?<=niet )leuk|haat',
    DISLIKES,
  ),
  toTopic(
    'pets?|animals?|haustiere?|tiere|animaux|mascotas?|animales|animali|animais(?: de estimacao)?|huisdier(?:en)?|dieren',
    PETS,
  ),
  toTopic(
    'languages?(?: (?:do|can|did) (?:i|we|you) (?:speak|know|understand|learn))?|sprachen?(?: (?:spreche|kann|beherrsche|verstehe|lerne))?|langues?(?: (?:est-ce que )?(?:je )?parle)?|(?:idiomas?|lenguas?)(?: (?:hablo|se|conozco))?|lingu[ae](?: (?:parlo|so|conosco))?|linguas?(?: (?:eu )?falo)?|taal|talen(?: (?:spreek|ken))?',
    LANGUAGES,
  ),
  toTopic(
    'countr(?:y|ies)|abroad|travel(?:led|ed)?|been to|paesi|landen|gereist|voyage|viajado|viajes?|viaggiato|viaggi|viajei|viagens?|gereisd|vacanz[ae]|ferias|vakantie|urlaub|vacances|vacaciones',
    TRIPS,
  ),
  toTopic(
    'job|profession|occupation|beruf|metier|oficio|profesion|lavoro|mestiere|professione|profissao|trabalho|emprego|beroep|(?<=voor )werk|baan',
    JOBS,
  ),
  toTopic('abito|vivo|moro|woon|quartiere|bairro|wijk', HOMES),
  toTopic(
    'vehicles?|fahrzeuge?|vehicules?|vehiculos?|veicol[oi]|veiculos?|voertuig(?:en)?|drive|fahre ich|conduis|conduzco|guido|dirijo|rijd',
    'car van truck motorbike motorcycle scooter moped vespa audi bmw citroen dacia fiat ford honda hyundai kia mazda mercedes nissan opel peugeot porsche renault seat skoda subaru suzuki tesla toyota volkswagen volvo vw motorrad moto motorino macchina carro auto',
  ),
  toTopic(
    '(?<=how )old (?:am|is|are|was)|age|(?<=wie )alt|(?<=quel )age|edad|(?<=quanti )anni|idade|(?<=quantos )anos|(?<=hoe )oud',
    'turned born birthday turning geworden geboren jahrgang cumpli naci nacido compiuto compio nato nata fiz completei nasci geboren',
  ),
  toTopic(
    'born|birthday|(?:date of )?birth|birthdate|geboren|geburts(?:tag|datum)|(?<=suis-je )nee?|(?:date de )?naissance|anniversaire|naci|(?:fecha de )?nacimiento|cumpleanos|nat[oa]|(?:data di )?nascita|compleanno|nasci|(?:data de )?nascimento|aniversario|verjaardag|geboortedatum',
    BIRTHS,
  ),
  toTopic(
    'grow up|grew up|hometown|herkunft|komme(?= ich her)|woher|origines?|(?<=d.ou )(?:je )?(?:viens|suis)|(?<=donde )soy|(?<=dove )sono|vengo|(?<=onde (?:eu )?)sou|vandaan',
    'grew raised hail hails native born hometown aufgewachsen stamme geboren komme grandi originaire viens crie criado criada creci naci cresciuto cresciuta nato nata cresci nasci opgegroeid geboren kom',
  ),
  toTopic(
    'get up|wake(?: up)?|wache|aufwache|reveille|despierto|sveglio|alzo|acordo|desperto|opsta|wakker',
    'up alarm early aufstehen stehe wecker leve levanto despertador alzo sveglia acordo levanto wekker sta opstaan',
  ),
  toTopic(
    '(?<=do (?:i|we) )smoke|(?<=am i an? )smoker|rauche(?= ich)|raucher(?:in)?|(?<=je )fume|fumo|rook(?= ik)',
    'cigarette cigarettes cigs tobacco vape nicotine zigarette zigaretten nikotin tabak clope clopes tabac vapote tabaco cigarrillo cigarrillos sigaretta sigarette tabacco svapo cigarro cigarros sigaret sigaretten rauchen roken fumer fumar fumare',
  ),
  toTopic(
    'music|musik|musique|musica|muziek',
    'listen jazz rock punk techno blues reggae pop soul metal classical klassik klassiek hore ecoute escucho oigo ascolto escuto ouco luister',
  ),
  toTopic(
    '(?<=when (?:did|were) (?:i|we) (?:get )?)(?:married|marry)|(?<=how long (?:have|am|are) (?:i|we) (?:been )?)married',
    'knot wed',
  ),
  toTopic('(?<=(?:the|our|my) )baby|due date', 'expecting pregnant'),
  toTopic(
    'blood (?:type|group)|blutgruppe|groupe sanguin|(?:grupo|tipo) sanguineo|gruppo sanguigno|bloedgroep',
    'blood blutgruppe sanguin sanguineo sanguigno bloedgroep',
  ),
  toTopic(
    'rent|miete|loyer|alquiler|affitto|aluguel|renda|huur',
    'landlord landlady vermieter vermieterin proprietaire casero casera padrone proprietario senhorio huisbaas verhuurder',
  ),
  toTopic(
    '(?:get|go|travel) to (?:work|the office)|commute|zur arbeit|ins buro|au (?:travail|bureau)|al (?:trabajo|lavoro)|ao (?:trabalho|escritorio)|naar (?:mijn |het )?werk',
    'commute walk cycle bike bicycle bus tram train metro drive pendle zug bahn fahrrad fuss pied velo andando tren treno piedi bici trem onibus trein fiets loop',
  ),
];
