import { foldWord } from './function-words.js';
import { stem } from './stem.js';

// Everyday words for the same thing in English, German, French, Spanish and, for the most common ones, Italian, Portuguese and Dutch, with its
// emoji. Without accents: the database folds them. "Wo wohne ich?" finds "I live in Leeds".

/** Words that mean something else in English: read only in a query that is not English. */
const NOT_ENGLISH = new Set(
  'chat the chef son mari tension compte auto velo peche pan ville rad handy gift arts vis'.split(' '),
);

const CONCEPTS: readonly string[] = [
  // Home
  'live living reside based move moved relocate hometown | wohne wohnt wohnen wohnst gewohnt lebe lebt lebst leben umgezogen | habite habites habitons habiter vis vit vivons | vivo vives vive viven vivimos vivir resido mudado | abito abita abitare | moro mora morar | woon woont wonen',
  'home house flat apartment 🏠 🏡 | wohnung haus zuhause | maison appartement logement | casa piso apartamento vivienda | appartamento | woning huis',
  'rent mortgage | miete kaltmiete warmmiete mietpreis | loyer | alquiler hipoteca arriendo renta | affitto | aluguel | huur',
  'district neighbourhood neighborhood | stadtteil stadtviertel viertel | quartier arrondissement | barrio distrito | bairro | wijk buurt',
  'address | adresse anschrift | adresse | direccion domicilio | indirizzo | endereco | adres',
  'landlord landlady | vermieter vermieterin | proprietaire | casero casera',
  'flatmate roommate housemate | mitbewohner mitbewohnerin | colocataire | companero',
  'city town | stadt | ville | ciudad | citta | cidade | stad',
  'key keys 🔑 | schlussel | cle cles | llave llaves',
  'garden gardening allotment 🌱 🪴 | garten schrebergarten kleingarten gartnern | jardin jardiner jardinage potager | huerto jardineria',
  // Work and study
  'job work occupation profession career employed employer | arbeit arbeite arbeitet arbeiten beruf beruflich | travail travaille travailler metier boulot | trabajo trabajar profesion oficio empleo dedico dedica | lavoro lavora mestiere | trabalho trabalha emprego | werk werkt werken beroep baan',
  'boss manager supervisor lead leader | chef chefin meister vorgesetzter vorgesetzte leiterin leiter | patron patronne cheffe superieur superieure directeur directrice | jefe jefa director directora | capo | baas',
  'apprentice trainee | lehrling azubi auszubildende auszubildender | apprenti apprentie | aprendiz',
  'teacher | lehrer lehrerin | professeur instituteur institutrice enseignant enseignante maitresse | profesor profesora maestro maestra',
  'nurse | krankenschwester krankenpfleger krankenpflegerin | infirmier infirmiere | enfermero enfermera',
  'colleague coworker teammate | kollege kollegin kollegen | collegue collegues | companero companera companeros colega',
  'salary wage earn paid | gehalt lohn verdiene verdient | salaire gagne | sueldo salario gano gana cobro cobra | stipendio guadagno | ganho | salaris verdien loon',
  'study studied degree university college uni graduate | studium studiert studiere studiere universitat | etudes etudie universite | carrera estudie estudio estudia universidad',
  'school | schule | ecole | escuela instituto colegio | scuola | escola',
  'learn learning lesson course | lerne lernt lernen unterricht kurs | apprends apprendre cours | aprendo aprende aprendiendo clase | imparo | aprendo | leer',
  'language | sprache fremdsprache | langue | idioma lengua | lingua | taal',
  'language speak | spreche sprechen | parle parler | hablo hablar',
  // People
  'wife spouse | frau ehefrau gattin | femme epouse | mujer esposa | moglie | mulher | vrouw echtgenote',
  'husband spouse | mann ehemann gatte | mari epoux | marido esposo | marito | echtgenoot',
  'partner boyfriend girlfriend fiance fiancee engaged | partnerin lebensgefahrte lebensgefahrtin verlobt verlobte verlobter freundin | compagnon compagne conjoint conjointe copain copine | pareja novio novia prometido | compagno fidanzato fidanzata | namorado namorada | vriendin',
  'wedding married marry anniversary 💍 💒 | hochzeit hochzeitstag geheiratet heiraten verheiratet | mariage marie mariee maries epouse | boda casamos casado casada casaron aniversario | matrimonio sposato sposata sposati nozze | casamento casei | bruiloft getrouwd trouwde huwelijk',
  'mother mum mom mama mummy | mutter mutti | mere maman | madre | mae | moeder',
  'father dad daddy papa | vater vati | pere | padre | pai | vader',
  'parents | eltern | parents | padres | genitori | pais | ouders',
  'son | sohn | fils | hijo | figlio | filho | zoon',
  'daughter | tochter | fille | hija | figlia | filha | dochter',
  'child kid children twins baby 👶 | kind kinder zwillinge | enfant enfants jumeaux | hijos ninos gemelos | figli bambini | filhos | kinderen',
  'brother | bruder | frere | hermano | fratello | irmao | broer',
  'sister | schwester | sœur soeur | hermana | sorella | irma | zus',
  'grandmother grandma granny | oma grossmutter | grand-mere mamie | abuela | nonna | avo',
  'grandfather grandpa grandad | opa grossvater | grand-pere papi | abuelo | nonno',
  'grandchild grandson granddaughter grandchildren | enkel enkelin | petit-fils petite-fille | nieto nieta',
  'nephew | neffe | neveu | sobrino',
  'niece | nichte | sobrina',
  'aunt | tante | tia | zia',
  'uncle | onkel | oncle | tio | zio',
  'cousin | cousin cousine | cousin cousine | primo prima',
  'mother-in-law | schwiegermutter | belle-mere | suegra | suocera | sogra | schoonmoeder',
  'father-in-law | schwiegervater | beau-pere | suegro | suocero | sogro | schoonvader',
  'brother-in-law | schwager | beau-frere | cunado | cognato | cunhado | zwager',
  'sister-in-law | schwagerin | belle-sœur belle-soeur | cunada | cognata | cunhada | schoonzus',
  'friend | freund freunde | ami amie amis | amigo amiga amigos | amico amica | vriend',
  'neighbour neighbor | nachbar nachbarin | voisin voisine | vecino vecina',
  'birthday born turns 🎂 | geburtstag geboren | anniversaire naissance | cumpleanos cumple naci nacio nacimiento | compleanno nato nata nascita | aniversario nasci nasceu nascimento | verjaardag',
  'age old years | alt alter jahre | age ans | edad anos | eta anni | idade | jaar oud',
  'doctor gp physician dr 🩺 | arzt arztin hausarzt hausarztin doktor | medecin docteur generaliste | medico medica doctora | dottore | dokter huisarts',
  'dentist 🦷 | zahnarzt zahnarztin zahnarzttermin | dentiste | dentista | tandarts',
  'lawyer attorney | anwalt anwaltin rechtsanwalt | avocat avocate | abogado abogada | avvocato | advogado',
  // Health
  'allergy allergic | allergie allergien allergisch | allergies allergique | alergia alergias alergico alergica | allergico | alergico',
  'hayfever pollen | heuschnupfen birkenpollen | rhume pollens | polen',
  'medicine medication tablet pill prescription 💊 | medikament medikamente tabletten | medicament medicaments | medicina medicamento pastillas',
  'hypertension pressure | blutdruck bluthochdruck | hypertension tension | hipertension tension',
  'blood 🩸 | blut blutgruppe | sang sanguin | sangre sanguineo sanguinea | sangue sanguigno | sangue sanguineo | bloed bloedgroep',
  'diabetes diabetic insulin | diabetiker zucker | diabete diabetique insuline | diabetico diabetica insulina',
  'asthma inhaler | asthma | asthme | asma',
  'shoe shoes 👟 👞 | schuh schuhe schuhgrosse | chaussure chaussures chausse pointure | zapato zapatos calzo',
  'operation surgery | operation operiert | operation opere operee | operacion operaron operado operada',
  'hospital 🏥 | krankenhaus klinik | hopital clinique | hospital clinica | ospedale | ziekenhuis',
  'migraine migraines headache | migrane kopfschmerzen | migraine migraines | migrana migranas',
  'pregnant | schwanger | enceinte | embarazada | incinta | gravida | zwanger',
  'glasses spectacles eyeglasses varifocals 👓 | brille lesebrille | lunettes | gafas lentes',
  'vegetarian vegan meat diet dietary | vegetarier vegetarisch vegan fleisch schweinefleisch | vegetarien vegetarienne viande | vegetariano vegetariana carne',
  'coeliac celiac gluten | zoliakie | coeliaque | celiaco celiaca',
  'peanut nut 🥜 | erdnuss erdnusse nuss nusse haselnuss haselnusse | arachide arachides cacahuete cacahuetes noix | cacahuete cacahuetes mani nuez nueces',
  'afraid scared fear phobia terrified | angst hohenangst flugangst | peur vertige phobie | miedo | paura vertigini | medo | bang hoogtevrees vliegangst',
  'shellfish seafood 🦐 | meeresfruchte | crustaces | marisco mariscos',
  // Things
  'car automobile 🚗 🚙 | auto wagen pkw kombi | voiture | coche carro automovil | macchina | carro',
  'bike bicycle cycle 🚲 🚴 | fahrrad rad rennrad | velo | bici bicicleta | bicicletta | fiets',
  'motorbike motorcycle scooter moped 🏍 🛵 | motorrad roller | moto scooter | moto motocicleta',
  'train tram bus metro 🚆 🚌 🚋 | zug strassenbahn | tram metro | tren tranvia autobus',
  'mot inspection | tuv hauptuntersuchung | itv | revisione',
  'plate registration | kennzeichen nummernschild | plaque immatriculation | matricula | targa | kenteken',
  'internet wifi broadband | wlan | box fibre | fibra',
  'passport | reisepass pass | passeport | pasaporte | passaporto | passaporte | paspoort',
  'electricity | strom | electricite | electricidad luz',
  'phone telephone mobile smartphone cellphone 📱 ☎ | handy telefon | telephone portable | movil celular telefono | telefono cellulare | telemovel | telefoon',
  'laptop computer notebook pc 💻 🖥 | rechner computer | ordinateur ordi | ordenador computadora portatil | computador',
  'bank account savings 🏦 | konto sparkasse | banque compte | banco cuenta | banca conto | conta | rekening',
  'insurance | versicherung | assurance | seguro',
  'appointment meeting 📅 | termin termine | rendez-vous rdv | cita citas',
  'book novel read reading 📚 📖 | buch bucher roman lese lesen gelesen | livre livres lire lis | libro libros novela leer leo leyendo lectura | libro leggo | livro',
  'film movie 🎬 🎥 | filme lieblingsfilm kino | cinema | pelicula peliculas cine',
  'song music choir 🎵 🎶 | musik lied chor | musique chanson chorale | musica cancion coro',
  'game 🎮 | spiel spiele spiele | jeu jeux | juego juegos',
  'holiday holidays vacation | urlaub ferien | vacances | vacaciones | vacanza vacanze | ferias | vakantie',
  'gym 🏋 | fitnessstudio | gimnasio | palestra | academia | sportschool',
  'trip travel journey ✈ 🧳 | reise reisen gereist | voyage voyager | viaje viajar viajamos',
  // Animals
  'dog puppy 🐶 🐕 🐩 🦮 | hund hunde hundin dackel | chien chienne chiens | perro perra perros | cane | cao | hond',
  'dog hund chien perro 🐶 🐕 labrador retriever poodle beagle bulldog terrier spaniel collie whippet dachshund husky corgi pug chihuahua',
  'cat kitten tabby 🐱 🐈 | katze kater katzen | chat chatte | gato gata gatos | gatto | kat',
  'horse pony 🐴 🐎 | pferd pferde | cheval chevaux | caballo caballos',
  'bird 🐦 | vogel | oiseau oiseaux | pajaro pajaros',
  'parrot budgie 🦜 | papagei wellensittich | perroquet | loro papagayo',
  'fish 🐟 🐠 | fisch fische | poisson | pez peces pescado',
  'bee beekeeping 🐝 | biene bienen imker | abeille abeilles | abeja abejas',
  'rabbit hamster 🐰 🐹 | kaninchen hase | lapin | conejo',
  // What people do
  'guitar ukulele 🎸 | gitarre | guitare | guitarra | chitarra',
  'piano keyboard 🎹 | klavier | piano',
  'violin fiddle 🎻 | geige violine | violon | violin | violino',
  'drum drummer 🥁 | schlagzeug trommel | batterie | bateria',
  'trumpet trombone 🎺 | trompete posaune | trompette | trompeta',
  'sing singing choir 🎤 | singe singen chor mannerchor | chante chanter chorale | canto cantar coro',
  'dance dancing ballet 💃 🕺 | tanze tanzen tanz | danse danser | bailo bailar baile flamenco salsa',
  'swim swimming pool 🏊 | schwimme schwimmen | nage nager natation piscine | nado nadar natacion piscina',
  'football soccer ⚽ | fussball | foot | futbol futbolista',
  'run running jogging marathon 🏃 | laufe laufen jogge joggen | cours courir | corro correr',
  'climb climbing bouldering munro 🧗 | klettere klettern | escalade grimpe grimper | escalada escalar',
  'hike hiking trail 🥾 | wandere wandern wanderung | randonnee randonner | senderismo',
  'ski skiing snowboard ⛷ 🎿 | skifahren | esqui esquiar',
  'fishing angling 🎣 | angeln angle | pecher peche | pesca pescar',
  'chess ♟ | schach | echecs | ajedrez',
  'paint painting draw drawing 🎨 | male malen zeichne zeichnen | peins peindre peinture dessin | pinto pintar pintura dibujo',
  'knit knitting sew crochet 🧶 | stricke stricken nahen | tricote tricoter | tejo tejer coser',
  'cook cooking bake 🍳 👩‍🍳 | koche kochen backe backen | cuisine cuisiner | cocino cocinar',
  'mushroom mushrooms 🍄 | pilz pilze | champignon champignons | seta setas champinones',
  'coffee espresso ☕ | kaffee | cafe | caffe | koffie',
  'tea 🍵 | tee | the | te',
  'beer 🍺 | bier | biere | cerveza',
  'wine alcohol drinking 🍷 | wein alkohol | vin alcool | vino alcohol',
  'chocolate 🍫 | schokolade | chocolat | chocolate',
  'pizza 🍕',
  'strawberry 🍓 | erdbeere erdbeeren | fraise fraises | fresa fresas',
];

const CONCEPT_WORDS = CONCEPTS.map((line) => [...new Set(line.split(/[ |]+/u))]);

const conceptsByWord = new Map<string, string[][]>();
for (const words of CONCEPT_WORDS)
  for (const key of new Set(words.map(stem))) conceptsByWord.set(key, [...(conceptsByWord.get(key) ?? []), words]);

/**
 * Returns words for the same thing in any of the languages, without the word.
 * @param isEnglish whether the query is English, in which words of other languages that look like English ones are neither read nor returned
 */
export function getSameWords(word: string, isEnglish: boolean): string[] {
  const folded = foldWord(word).replace(/['’]s$/u, '');
  if (isEnglish && NOT_ENGLISH.has(folded)) return [];
  const found = new Set((conceptsByWord.get(stem(folded)) ?? []).flat());
  found.delete(folded);
  return [...found].filter((each) => !isEnglish || !NOT_ENGLISH.has(each));
}

/** Whether the table has a word: "hermana" is no misspelt "hermano". */
export function isEverydayWord(word: string): boolean {
  return conceptsByWord.has(stem(foldWord(word)));
}

/** Lists the words of the table that begin with a letter. */
export function listEverydayWords(letter: string): readonly string[] {
  return wordsByLetter.get(letter) ?? [];
}

const wordsByLetter = new Map<string, string[]>();
for (const word of new Set(CONCEPT_WORDS.flat()))
  wordsByLetter.set(word.charAt(0), [...(wordsByLetter.get(word.charAt(0)) ?? []), word]);
