import { toTopic, type Topic } from './topics.js';

// Examples of what a question names: "Which instrument do I play?" asks for "I have cello lessons". They order the facts that a search finds, and count no
// word as found: a question for a violin that was never mentioned would find the cello. In English, German, French and Spanish, without accents.

export const EXAMPLES: readonly Topic[] = [
  toTopic(
    'instruments?|instrumentos?|musikinstrumente?|strumento',
    'guitar ukulele banjo piano harp violin cello drums trumpet trombone tuba cornet flute clarinet oboe bassoon saxophone sax accordion harmonica bagpipes mandolin gitarre klavier orgel harfe geige bratsche schlagzeug trommel trompete ' +
      'posaune flote querflote blockflote klarinette saxofon akkordeon ziehharmonika mundharmonika guitare orgue harpe violon violoncelle contrebasse trompette clarinette hautbois accordeon diatonique cornemuse guitarra arpa violonchelo ' +
      'trompeta flauta clarinete acordeon gaita bandurria',
  ),
  toTopic(
    'drinks?|beverages?|getranke?|lieblingsgetrank|boissons?|bebidas?',
    'tea coffee espresso cappuccino water juice milk cocoa lemonade cola coke beer ale cider wine gin rum vodka whisky whiskey dram tee kaffee wasser saft milch kakao limo limonade bier wein sekt schorle schnaps cafe eau jus lait chocolat ' +
      'biere cidre vin champagne pastis rhum agua zumo leche cerveza cana vino vermut horchata sidra ginebra ron',
  ),
  toTopic(
    'whisk(?:y|ey|ies)',
    'dram malt malts islay talisker lagavulin laphroaig ardbeg macallan glenfiddich jameson bushmills bourbon scotch',
  ),
  toTopic(
    'beers?|biere?s?|biersorte|cervezas?',
    'lager ale ipa stout guinness pils pilsner helles kolsch weissbier pint pints',
  ),
  toTopic(
    'desserts?|puddings?|nachtisch|nachspeise|postres?|sweets?|sussigkeiten',
    'cake pie crumble pudding brownie cheesecake meringue tiramisu sorbet kuchen torte grutze strudel mousse tarte gateau crepes creme brulee clafoutis eclair sabayon tarta helado flan natillas churros turron',
  ),
  toTopic(
    'vegetables?|veg|gemuse|legumes?|verduras?|hortalizas?',
    'tomato tomatoes potato potatoes carrot carrots leek leeks onion onions bean beans pea peas cabbage kale spinach lettuce celery courgette courgettes pumpkin cucumber broccoli sprouts beetroot radishes garlic aubergine tomaten kartoffeln ' +
      'mohren karotten lauch zwiebeln bohnen erbsen kohl grunkohl spinat salat sellerie zucchini kurbis gurken radieschen tomates carottes poireaux oignons haricots pois choux chou epinards celeri citrouille concombres radis poivrons patatas ' +
      'zanahorias puerros cebollas judias guisantes espinacas lechuga apio calabacin calabacines calabaza pepinos ajo pimientos berenjenas',
  ),
  toTopic(
    'fruits?|obst|frutas?',
    'apples pear pears plum plums cherry cherries peach grapes strawberry strawberries raspberries blueberries banana kiwi apfel birne pflaumen kirschen trauben erdbeeren himbeeren bananen pomme pommes poires prunes cerises peches fraises ' +
      'framboises banane manzana manzanas ciruelas cerezas melocoton uvas fresas platano naranjas',
  ),
  toTopic(
    'breakfasts?|fruhstucke?|fruhstuck|petit-dejeuner|desayuno',
    'porridge oats muesli granola cereal toast eggs bacon yoghurt croissant oatcakes bagel haferbrei haferflocken musli brotchen joghurt tartines beurre confiture oeufs cereales tostadas churros huevos yogur',
  ),
  toTopic(
    'vans?|trucks?|lorry|lorries|vehicles?|lkw|laster|transporter|lieferwagen|fahrzeuge?|camions?|camionnette|fourgon|vehicule|furgonetas?|furgon|camion(?:es)?|vehiculos?',
    'daf scania iveco sprinter kangoo berlingo ducato caddy ford mercedes renault citroen peugeot fiat volkswagen volvo drive driving fahre conduis conduzco hgv',
  ),
  toTopic(
    '(?<!(?:wine|beer|drinking|the) )glasses(?! (?:for|of))|spectacles|brille|lunettes|gafas',
    'varifocals optician eyesight linsen kontaktlinsen dioptrien kurzsichtig weitsichtig lentilles myope presbyte lentillas dioptrias miope',
  ),
  toTopic(
    'allerg\\p{L}+|alergi\\p{L}+',
    'nut nuts peanut peanuts hazelnut hazelnuts walnut shellfish prawns lactose gluten wheat pollen hayfever wasp wasps stings penicillin latex swells rash hives epipen nuss nusse erdnusse haselnusse hausstaub wespen wespenstiche ' +
      'bienenstiche ausschlag anschwellen noix noisette noisettes arachides cacahuetes crevettes acariens poussiere guepe guepes abeilles penicilline urticaire nueces avellanas gambas marisco acaros avispas penicilina hincho ronchas',
  ),
  toTopic(
    'newspapers?|papers? do (?:i|we) read|zeitung|zeitungen|journal|journaux|periodicos?',
    'guardian telegraph economist herald gazette faz suddeutsche taz tagesspiegel ouest-france vanguardia subscribe subscription abonniere abonniert abo abonne abonnee suscrito suscripcion',
  ),
  toTopic(
    'networks?|providers?|operators?|broadband|wifi|operateur|fournisseur|box|forfait|handynetz|mobilfunk\\p{L}*|handyvertrag|anbieter|operadora|compania|fibra',
    'vodafone giffgaff lebara voxi bt talktalk plusnet telekom congstar telefonica 1und1 unitymedia sfr bouygues sosh movistar yoigo masmovil jazztel pepephone lowi verizon fibre broadband glasfaser',
  ),
  toTopic(
    '(?:i|we|you|he|she|they) shop|shopping|groceries|supermarkets?|einkaufe|einkaufen|lebensmittel|supermarkt|courses|supermarche|compra|supermercado',
    'tesco sainsbury sainsburys aldi lidl asda waitrose morrisons rewe edeka kaufland biomarkt hofladen wochenmarkt carrefour leclerc auchan intermarche monoprix biocoop mercadona',
  ),
  toTopic(
    'religions?|faith|glauben?|konfession|religion|fe',
    'catholic protestant anglican methodist quaker muslim jewish hindu buddhist sikh atheist church chapel mosque synagogue temple katholisch evangelisch muslimisch judisch buddhistisch kirche moschee catholique protestante musulmane ' +
      'musulman juif juive bouddhiste athee athe eglise mosquee catolico catolica musulmana judio budista ateo atea iglesia misa',
  ),
  toTopic(
    'votes?|political party|politics|partei|wahle|parti politique|partido politico|voto|politisch',
    'tory conservative conservatives snp plaid republican democrat spd cdu csu grunen fdp socialiste ecologistes insoumise republicains psoe podemos adherente afiliado afiliada',
  ),
  toTopic(
    'operating system|betriebssystem|systeme d.exploitation|sistema operativo',
    'linux ubuntu fedora debian macos android ios chromeos',
  ),
  toTopic(
    'programming language|programmiersprache|language do (?:i|we) (?:code|program|write)|langage|lenguaje',
    'python golang java kotlin typescript javascript php scala haskell clojure perl cobol fortran',
  ),
  toTopic('editor|ide(?! (?:cable|drive|disk))', 'vim neovim emacs vscode intellij pycharm'),
  toTopic(
    'databases?|datenbank|base de donnees|base de datos',
    'postgres postgresql mysql mariadb sqlite mongodb redis dynamodb cassandra bigquery',
  ),
  toTopic('frameworks?|frontend|backend', 'vue angular svelte django laravel nuxt symfony'),
  toTopic('browser|navigateur|navegador', 'firefox chrome vivaldi chromium'),
  toTopic('cloud|hosting|hosted|hoster', 'aws amazon azure gcp hetzner ovh digitalocean cloudflare heroku scaleway'),
  toTopic(
    'cameras?|kamera|fotoapparat|appareil photo|camara',
    'canon nikon leica fuji fujifilm sony lumix panasonic olympus pentax gopro hasselblad blackmagic polaroid fotografiere photographie fotografio',
  ),
  toTopic('consoles?|konsole|consola|gaming', 'playstation ps4 ps5 nintendo xbox sega'),
  toTopic(
    'series(?! of)|serie(?! (?:d|von))|tv|television|fernsehen|tele|streaming',
    'netflix disney hbo mubi episode episodes binge staffel saison temporada capitulo capitulos',
  ),
  toTopic(
    'music|musik|musique|musica|muziek|bands?',
    'jazz punk techno hip-hop blues reggae pop vinyl concert klassik volksmusik chanson classique flamenco salsa radio',
  ),
  toTopic('pregnant|schwanger|enceinte|embarazada', 'expecting erwartet enceintes esperamos mellizos'),
  toTopic(
    'smoke|smoker|smoking|rauche|raucher|raucherin|fume|fumeur|fumeuse|fumo|fumador|fumatore|fumante|rook|roker',
    'cigarette cigarettes cigs tobacco vape vaping nicotine cigars zigarette zigaretten nikotin clope clopes cigare tabac vapote tabaco cigarrillos vapeo sigaretta sigarette tabacco svapo cigarro cigarros sigaret sigaretten tabak',
  ),
  toTopic(
    'siblings?|geschwister|freres et soeurs|hermanos',
    'brother brothers sister sisters bruder schwester zwillingsbruder zwillingsschwester frere sœur soeur jumeau jumelle hermano hermana mellizo',
  ),
  toTopic(
    'compan(?:y|ies)|employers?|firm|firma|arbeitgeber|betrieb|entreprise|employeur|empresa',
    'employed ltd inc gmbh angestellt salarie empleado empleada',
  ),
  toTopic('building society', 'nationwide skipton'),
  toTopic(
    'headaches?|kopfschmerzen|kopfweh|mal a la tete|maux de tete|dolor(?:es)? de cabeza',
    'migraine migraines migrane cephalees migranas migrana',
  ),
  toTopic(
    'joints?|gelenke?|articulations?|articulacion(?:es)?',
    'knee knees hip hips shoulder shoulders elbow ankle wrist finger fingers knie hufte schulter ellbogen genou genoux hanche epaule coude cheville poignet rodilla cadera hombro codo tobillo muneca',
  ),
  toTopic(
    'books?|novel|buch|roman|livres?|libros?|novela|authors?|autor(?:in|en)?|auteur|ecrivain',
    'thriller krimi relis dickens austen orwell tolkien tolstoy dostoyevsky murakami atwood kafka goethe zauberberg buddenbrooks zola camus proust flaubert balzac dumas modiano ernaux borges cervantes marquez lorca galdos quijote',
  ),
  toTopic(
    'teams?|clubs?|(?:i|we|you|he|she|they) support|verein|mannschaft|fan (?:of|von|de)|equipe|equipo|hincha|supporter',
    'arsenal chelsea everton tottenham spurs celtic rangers hibs albion rovers bayern dortmund bvb schalke werder hsv hertha gladbach psg saint-etienne atletico betis celta osasuna dauerkarte socio socia anhanger supporter',
  ),
  toTopic('tattoos?|tatowierung(?:en)?|tatuajes?|tatouages?', 'inked tattooed tatowiert tatoue tatuado tatuada'),
  toTopic(
    'house|home|flat|apartment|haus|wohnung|zuhause|maison|appartement|logement|casa|piso|vivienda',
    'bungalow cottage terraced loft duplex bedsit farmhouse houseboat reihenhaus doppelhaus altbau dachgeschoss erdgeschoss eigentumswohnung villa mansarde achete atico adosado chalet finca buhardilla',
  ),
  toTopic(
    'airlines?|fluglinie|fluggesellschaft|compagnie aerienne|aerolinea',
    'ryanair easyjet lufthansa eurowings klm jet2 tui airways vueling transavia emirates wizz',
  ),
  toTopic(
    'earn|salary|wage|income|gehalt|verdiene|lohn|einkommen|salaire|gagne|sueldo|gano|cobro',
    'earn salary pounds euros dollars brutto netto euro brut smic neto bruto',
  ),
  toTopic(
    'stud(?:y|ied|ying)|degree|studiere|studierst|studium|studiert|etudie|etudes|estudio|estudie|estudia|carrera (?:hice|estudie|estudio)',
    'physics chemistry biology mathematics maths philosophy economics psychology engineering linguistics geography physik chemie biologie mathematik medizin jura philosophie germanistik informatik maschinenbau bwl physique chimie ' +
      'psychologie informatique fisica quimica biologia filosofia filologia economicas psicologia informatica magisterio semester semestre bachelor doctorate phd',
  ),
  toTopic(
    'cats?|chat|chatte|chats|katze|katzen|gat[oa]s?',
    'tabby moggy tomcat siamese kitten purrs mieze stubentiger schnurrt minette minou matou ronronne siames siamesa minino felino',
  ),
  toTopic(
    'dogs?|hund|hunde|chiens?|chienne|perr[oa]s?',
    'lurcher greyhound mongrel staffie whippet weimaraner weimaranerhundin schaferhund dackel pudel mops spitz jagdhund mischling welpe epagneul caniche teckel bouledogue levrier batard chiot galgo podenco mastin cachorro barks wags',
  ),
  toTopic(
    'supervisors?|betreuer(?:in)?|directrice? de these|tutor(?:a)?',
    'supervises supervise betreut dissertation thesis encadre dirige tesis',
  ),
  toTopic(
    'responsable|encargad[oa]|vorgesetzter?|leiter(?:in)?|superieure?|manager',
    'manages rosters leitet dirige encadre coordina',
  ),
  toTopic(
    'for a living|my living(?! \\p{L})|profession|beruf\\p{L}*|arbeitet?|metier|travaille|trabaja|profesion|job|occupation',
    'paramedic midwife dentist vet surgeon physio therapist psychologist lecturer professor headteacher receptionist secretary plasterer builder bricklayer roofer welder joiner glazier gardener florist forester ranger fisherman sailor pilot ' +
      'soldier solicitor notary banker broker actuary consultant analyst barista bartender publican baker butcher confectioner tailor seamstress jeweller photographer painter sculptor actor dancer singer editor translator interpreter ' +
      'publisher bookseller librarian curator archivist courier postman plumber miner luthier teaches retired apprentice arzt arztin zahnarzt tierarzt tierarztin pfleger pflegerin therapeutin psychologin erzieher erzieherin professorin ' +
      'sekretarin maurer dachdecker schreiner zimmermann schlosser gartner gartnerin forsterin pilotin soldat richterin anwalt anwaltin notar berater beraterin informatiker programmierer kellner kellnerin metzger konditor schneiderin friseur ' +
      'friseurin fotograf fotografin schauspieler musiker ubersetzerin buchhandlerin bibliothekarin postbote rentner chemiker physiker elektriker klempner mechaniker medecin dentiste veterinaire sage-femme orthophoniste kine psychologue ' +
      'educatrice instituteur enseignante secretaire macon couvreur peintre electricien plombier mecanicien jardinier fleuriste pecheur pilote juge notaire comptable banquier informaticien developpeur serveur serveuse boucher patissier ' +
      'couturiere coiffeur coiffeuse photographe comedien musicien traductrice libraire bibliothecaire mediatheque facteur chauffeur camionneur retraite creperie medico medica dentista veterinario veterinaria comadrona fisioterapeuta ' +
      'psicologo psicologa maestra albanil techador pintor electricista fontanero mecanico jardinero florista pescador marinero piloto soldado juez jueza notario contable banquero informatico programador camarera carnicero pastelero modista ' +
      'peluquero peluquera fotografo musico traductora librero bibliotecaria cartero conductor camionero jubilado jubilada panaderia',
  ),
  toTopic('hairdresser|barber|friseur(?:in)?|coiffeu(?:r|se)|peluquer[oa]', 'haircut haarschnitt peluqueria barberia'),
  toTopic(
    'transport|commute|deplace|deplacons|desplazo|desplazamos|unterwegs',
    'bike bicycle bus tram train metro fahrrad zug strassenbahn bahn velo trottinette bici tren autobus andando',
  ),
  toTopic(
    'grow(?! up)|(?:i|we|you|he|she|they) plant|anbaue?|pflanze|cultive|cultivons|pousser|cultivo|cultivamos|planto',
    'allotment garden greenhouse seeds hochbeet gewachshaus potager jardin huerto invernadero tomato tomatoes leeks beans peas roses tomaten bohnen rosen tomates courgettes fraises haricots lechugas',
  ),
];
