import { toTopic, type Topic } from './topics.js';

// Examples of what a question names: "Which instrument do I play?" asks for "I have cello lessons". They order the facts that a search finds, and count no
// word as found: a question for a violin that was never mentioned would find the cello. In English, German, French and Spanish, without accents.

export const EXAMPLES: readonly Topic[] = [
  toTopic(
    'instruments?|instrumentos?|musikinstrumente?|strumento',
    'guitar bass ukulele banjo piano keyboard organ harp violin fiddle viola cello drum drums trumpet trombone tuba horn cornet flute recorder clarinet oboe bassoon saxophone sax accordion harmonica bagpipes mandolin gitarre klavier orgel harfe geige bratsche ' +
      'schlagzeug trommel trompete posaune flote querflote blockflote klarinette saxofon akkordeon ziehharmonika mundharmonika guitare orgue harpe violon alto violoncelle contrebasse batterie trompette cor clarinette hautbois accordeon diatonique cornemuse guitarra ' +
      'organo arpa violonchelo bateria trompeta flauta clarinete acordeon gaita bandurria',
  ),
  toTopic(
    'drinks?|beverages?|getranke?|lieblingsgetrank|boissons?|bebidas?',
    'tea coffee espresso cappuccino latte water juice milk cocoa lemonade cola coke beer bitter lager ale stout cider wine gin rum vodka whisky whiskey dram tee kaffee wasser saft milch kakao limo limonade bier wein sekt schorle schnaps cafe eau jus lait ' +
      'chocolat biere cidre vin champagne pastis rhum agua zumo leche cerveza cana vino vermut horchata sidra ginebra ron',
  ),
  toTopic(
    'whisk(?:y|ey|ies)',
    'dram malt malts islay talisker lagavulin laphroaig ardbeg macallan glenfiddich jameson bushmills bourbon scotch',
  ),
  toTopic(
    'beers?|biere?s?|biersorte|cervezas?',
    'bitter lager ale ipa stout guinness porter pils pilsner helles kolsch weizen weissbier blonde brune ambree rubia tostada cana pint pints',
  ),
  toTopic(
    'desserts?|puddings?|nachtisch|nachspeise|postres?|sweets?|sussigkeiten',
    'cake pie tart crumble trifle pudding custard ice cream brownie cheesecake meringue tiramisu sorbet kuchen torte eis grutze strudel mousse tarte gateau glace crepes creme brulee clafoutis eclair sabayon tarta helado flan natillas arroz churros turron',
  ),
  toTopic(
    'vegetables?|veg|gemuse|legumes?|verduras?|hortalizas?',
    'tomato tomatoes potato potatoes carrot carrots leek leeks onion onions bean beans pea peas cabbage kale spinach lettuce celery courgette courgettes pumpkin cucumber broccoli sprouts beetroot radishes garlic peppers aubergine tomaten kartoffeln mohren karotten ' +
      'lauch zwiebeln bohnen erbsen kohl grunkohl spinat salat sellerie zucchini kurbis gurken radieschen tomates pommes carottes poireaux oignons haricots pois choux chou epinards salade celeri citrouille concombres radis ail poivrons patatas zanahorias puerros ' +
      'cebollas judias guisantes col espinacas lechuga apio calabacin calabacines calabaza pepinos ajo pimientos berenjenas',
  ),
  toTopic(
    'fruits?|obst|frutas?',
    'apple apples pear pears plum plums cherry cherries peach grapes strawberry strawberries raspberries blueberries banana mango orange kiwi apfel birne pflaumen kirschen trauben erdbeeren himbeeren bananen pomme pommes poires prunes cerises peches raisin fraises ' +
      'framboises banane manzana manzanas peras ciruelas cerezas melocoton uvas fresas platano naranjas',
  ),
  toTopic(
    'breakfasts?|fruhstucke?|fruhstuck|petit-dejeuner|desayuno',
    'porridge oats muesli granola cereal toast eggs bacon yoghurt croissant oatcakes bagel haferbrei haferflocken musli brotchen ei joghurt tartines pain beurre confiture oeufs cereales tostada tostadas churros huevos yogur morning morgens matin manana',
  ),
  toTopic(
    'vans?|trucks?|lorry|lorries|vehicles?|lkw|laster|transporter|lieferwagen|fahrzeuge?|camions?|camionnette|fourgon|vehicule|furgonetas?|furgon|camion(?:es)?|vehiculos?',
    'daf scania man iveco transit sprinter vito kangoo trafic berlingo partner ducato expert caddy transporter ford mercedes renault citroen peugeot fiat volkswagen volvo drive driving fahre conduis conduzco reparto roule hgv',
  ),
  toTopic(
    'glasses|spectacles|brille|lunettes|gafas',
    'lens lenses contacts varifocals optician eyesight linsen kontaktlinsen dioptrien kurzsichtig weitsichtig sehe lentilles verres myope presbyte vois lentillas dioptrias miope veo',
  ),
  toTopic(
    'allerg\\p{L}+|alergi\\p{L}+',
    'nut nuts peanut peanuts hazelnut hazelnuts walnut shellfish prawns strawberries milk lactose gluten wheat egg eggs pollen hayfever dust mites wasp wasps bee stings penicillin latex nickel swell swells rash hives epipen nuss nusse erdnusse haselnusse milch ' +
      'weizen hausstaub wespen wespenstiche bienenstiche ausschlag anschwellen noix noisette noisettes arachides cacahuetes crevettes lait ble acariens poussiere guepe guepes abeilles penicilline gonfle boutons urticaire frutos nueces avellanas gambas marisco leche ' +
      'trigo acaros polvo avispas penicilina hincho ronchas',
  ),
  toTopic(
    'newspapers?|papers?|zeitung|zeitungen|journal|journaux|periodicos?|diario',
    'guardian times telegraph independent mirror economist herald gazette zeit spiegel faz suddeutsche taz tagesspiegel bild monde figaro liberation ouest-france parisien equipe pais mundo vanguardia heraldo marca subscribe subscription abonniere abonniert abo ' +
      'abonne abonnee suscrito suscripcion',
  ),
  toTopic(
    'networks?|providers?|operators?|broadband|internet|wifi|operateur|fournisseur|box|forfait|handynetz|mobilfunk\\p{L}*|handyvertrag|anbieter|netz|operadora|compania|fibra',
    'vodafone o2 ee three giffgaff lebara voxi tesco bt sky virgin talktalk plusnet telekom congstar telefonica 1und1 unitymedia orange sfr bouygues free sosh movistar yoigo masmovil jazztel pepephone lowi verizon sim fibre broadband router glasfaser fibra',
  ),
  toTopic(
    'shop|shopping|groceries|supermarkets?|einkaufe|einkaufen|lebensmittel|supermarkt|courses|supermarche|compra|supermercado',
    'tesco sainsbury sainsburys aldi lidl asda waitrose morrisons coop rewe edeka penny netto kaufland biomarkt hofladen wochenmarkt markt carrefour leclerc auchan intermarche monoprix biocoop marche mercadona dia consum eroski mercado market',
  ),
  toTopic(
    'religions?|faith|glauben?|konfession|religion|fe',
    'catholic protestant anglican methodist quaker muslim jewish hindu buddhist sikh atheist church chapel mosque synagogue temple katholisch evangelisch muslimisch judisch buddhistisch kirche moschee catholique protestante musulmane musulman juif juive bouddhiste ' +
      'athee athe eglise mosquee catolico catolica musulmana judio budista ateo atea iglesia misa',
  ),
  toTopic(
    'vote|party|politics|partei|wahle|parti|votes?|partido|voto|politics|politisch',
    'labour tory conservative conservatives greens green snp plaid republican democrat spd cdu csu grunen grune fdp linke socialiste ecologistes insoumise republicains psoe podemos sumar member mitglied adherente militante afiliado afiliada',
  ),
  toTopic(
    'operating system|betriebssystem|systeme d.exploitation|sistema operativo',
    'linux ubuntu fedora debian arch mint windows macos android ios chromeos',
  ),
  toTopic(
    'programming language|programmiersprache|language do (?:i|we) (?:code|program|write)|langage|lenguaje',
    'python rust golang java kotlin typescript javascript ruby php swift scala elixir haskell clojure perl cobol fortran',
  ),
  toTopic('editor|ide', 'vim neovim emacs vscode intellij pycharm sublime zed eclipse notepad'),
  toTopic(
    'databases?|datenbank|base de donnees|base de datos',
    'postgres postgresql mysql mariadb sqlite mongodb oracle redis dynamodb cassandra bigquery snowflake',
  ),
  toTopic(
    'frameworks?|frontend|backend',
    'react vue angular svelte django flask rails laravel spring next nuxt express symfony',
  ),
  toTopic('browser|navigateur|navegador', 'firefox chrome safari edge brave vivaldi opera chromium'),
  toTopic(
    'cloud|hosting|hoster|serveur|servers?',
    'aws amazon azure gcp hetzner ovh digitalocean cloudflare heroku scaleway',
  ),
  toTopic(
    'cameras?|kamera|fotoapparat|appareil photo|camara',
    'canon nikon leica fuji fujifilm sony lumix panasonic olympus pentax gopro hasselblad blackmagic polaroid shoot fotografiere photographie fotografio',
  ),
  toTopic('consoles?|konsole|consola|gaming', 'playstation ps4 ps5 switch nintendo xbox steam deck sega'),
  toTopic(
    'series|serie|tv|television|fernsehen|tele|streaming',
    'netflix disney prime hbo arte mubi episode episodes season binge folge folgen staffel saison temporada capitulo capitulos soap crime watching schaue regarde enchaine veo',
  ),
  toTopic(
    'music|musik|musique|musica|bands?',
    'jazz rock metal punk techno house hip-hop rap folk blues classical opera soul reggae pop indie country disco vinyl concert klassik oper schlager volksmusik chanson classique flamenco salsa radio',
  ),
  toTopic(
    'pregnant|schwanger|enceinte|embarazada',
    'expecting expects due baby erwartet erwarten kind attend attendons enceintes bebe espera esperamos mellizos',
  ),
  toTopic(
    'smoke|smoker|smoking|rauche|raucher|raucherin|fume|fumeur|fumeuse|fumo|fumador',
    'cigarette cigarettes cigs fags tobacco vape vaping nicotine pipe cigars zigarette zigaretten nikotin clope clopes cigare tabac vapote tabaco cigarrillos vapeo',
  ),
  toTopic(
    'spring|fruhling|fruhjahr|printemps|primavera',
    'march april may easter marz mai ostern mars avril paques marzo abril mayo',
  ),
  toTopic('summer|sommer|ete|verano', 'june july august juni juli juin juillet aout junio julio agosto'),
  toTopic(
    'autumn|herbst|automne|otono',
    'september october november oktober septembre octobre novembre septiembre octubre noviembre',
  ),
  toTopic(
    'winter|hiver|invierno',
    'december january february christmas dezember januar februar weihnachten decembre janvier fevrier noel diciembre enero febrero navidad',
  ),
  toTopic(
    'siblings?|geschwister|freres et soeurs|hermanos',
    'brother brothers sister sisters twin bruder schwester zwillingsbruder zwillingsschwester frere sœur soeur jumeau jumelle hermano hermana mellizo',
  ),
  toTopic(
    'compan(?:y|ies)|employers?|firm|firma|arbeitgeber|betrieb|entreprise|employeur|boite|empresa',
    'company firm agency works employed ltd inc gmbh angestellt societe agence salarie empleado empleada agencia',
  ),
  toTopic('building society', 'savings account bank nationwide skipton coventry leeds yorkshire'),
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
    'author novel chapter thriller krimi kapitel polar chapitre relis dickens austen orwell tolkien christie tolstoy dostoyevsky murakami atwood mantel kafka mann goethe hesse grass boll zauberberg buddenbrooks zola camus hugo proust flaubert balzac dumas duras ' +
      'modiano ernaux borges cervantes marquez allende lorca galdos quijote',
  ),
  toTopic(
    'teams?|clubs?|support|verein|mannschaft|fan|equipe|equipo|hincha|supporter',
    'united city arsenal chelsea liverpool everton tottenham spurs newcastle villa forest leeds celtic rangers hearts hibs vale wednesday albion rovers bayern dortmund bvb schalke werder hsv pauli union hertha frankfurt gladbach koln psg marseille lyon lens lille ' +
      'nantes rennes saint-etienne bordeaux barcelona madrid atletico betis sevilla athletic zaragoza valencia celta osasuna fan season ticket dauerkarte socio socia anhanger supporter abonado',
  ),
  toTopic('tattoos?|tatowierung(?:en)?|tatuajes?|tatouages?', 'ink inked tattooed tatowiert tatoue tatuado tatuada'),
  toTopic(
    'house|home|flat|apartment|haus|wohnung|zuhause|maison|appartement|logement|casa|piso|vivienda',
    'bungalow cottage terrace terraced semi studio loft duplex bedsit farmhouse houseboat bought reihenhaus doppelhaus altbau dachgeschoss erdgeschoss eigentumswohnung gekauft pavillon villa ferme mansarde achete atico adosado chalet finca buhardilla compramos',
  ),
  toTopic(
    'airlines?|fluglinie|fluggesellschaft|compagnie aerienne|aerolinea',
    'ryanair easyjet lufthansa eurowings condor klm jet2 tui british airways iberia vueling transavia emirates wizz',
  ),
  toTopic(
    'earn|salary|wage|income|gehalt|verdiene|lohn|einkommen|salaire|gagne|sueldo|gano|cobro',
    'earn clear net gross salary thousand grand pounds euros dollars brutto netto euro brut smic neto bruto',
  ),
  toTopic(
    'stud(?:y|ied|ying)|degree|studiere|studierst|studium|studiert|etudie|etudes|estudio|estudie|estudia|carrera',
    'physics chemistry biology mathematics maths medicine law history philosophy economics psychology engineering literature linguistics geography nursing architecture film fine arts physik chemie biologie mathematik medizin jura geschichte philosophie germanistik ' +
      'informatik maschinenbau bwl physique chimie medecine droit histoire lettres psychologie informatique fisica quimica biologia medicina derecho historia filosofia filologia economicas psicologia informatica magisterio semester semestre licence master bachelor ' +
      'doctorate phd',
  ),
  toTopic(
    'cats?|chat|chatte|chats|katze|katzen|gat[oa]s?',
    'tabby moggy tomcat ginger siamese persian kitten purrs mieze stubentiger schnurrt minette minou matou ronronne siames siamesa minino felino',
  ),
  toTopic(
    'dogs?|hund|hunde|chiens?|chienne|perr[oa]s?',
    'lurcher greyhound mongrel setter pointer staffie whippet weimaraner weimaranerhundin schaferhund dackel pudel mops spitz jagdhund mischling welpe berger epagneul caniche teckel bouledogue levrier batard chiot galgo podenco mastin pastor cachorro barks wags',
  ),
  toTopic(
    'supervisors?|betreuer(?:in)?|directrice? de these|tutor(?:a)?',
    'supervises supervise betreut dissertation thesis encadre dirige tesis',
  ),
  toTopic(
    'responsable|encargad[oa]|vorgesetzter?|leiter(?:in)?|superieure?|manager',
    'runs heads leads manages rosters leitet fuhrt dirige encadre manage equipe lleva coordina',
  ),
  toTopic(
    'living|profession|beruf\\p{L}*|arbeitet?|metier|travaille|trabaja|profesion|job|occupation',
    'paramedic midwife dentist vet surgeon physio therapist psychologist lecturer professor headteacher receptionist secretary plasterer builder bricklayer roofer welder joiner glazier gardener florist forester ranger fisherman sailor pilot steward captain soldier ' +
      'judge solicitor notary banker broker actuary consultant analyst tester admin barista bartender publican baker butcher confectioner tailor seamstress jeweller potter photographer painter sculptor actor dancer singer composer editor translator interpreter ' +
      'publisher bookseller librarian curator archivist tram lorry taxi courier postman plumber miner luthier violin violins teaches runs owns manages drives retired apprentice arzt arztin zahnarzt tierarzt tierarztin pfleger pflegerin therapeutin psychologin ' +
      'erzieher erzieherin professorin sekretarin maurer dachdecker maler schreiner zimmermann schlosser gartner gartnerin forster forsterin fischer pilotin soldat richter richterin anwalt anwaltin notar berater beraterin informatiker programmierer kellner kellnerin ' +
      'metzger konditor schneider schneiderin friseur friseurin fotograf fotografin schauspieler musiker ubersetzerin buchhandlerin bibliothekarin postbote rentner lehre meister chemiker physiker elektriker klempner mechaniker leite medecin dentiste veterinaire ' +
      'sage-femme orthophoniste kine psychologue educatrice instituteur enseignante secretaire macon couvreur peintre electricien plombier mecanicien jardinier fleuriste pecheur marin pilote juge notaire comptable banquier informaticien developpeur serveur serveuse ' +
      'boucher patissier couturiere coiffeur coiffeuse photographe comedien musicien traductrice libraire bibliothecaire mediatheque facteur tramway chauffeur camionneur retraite fabrique repare tiens tient creperie medico medica dentista veterinario veterinaria ' +
      'comadrona fisioterapeuta psicologo psicologa maestra albanil techador pintor electricista fontanero mecanico jardinero florista pescador marinero piloto soldado juez jueza notario contable banquero informatico programador camarera carnicero pastelero modista ' +
      'peluquero peluquera fotografo musico traductora librero bibliotecaria cartero conductor camionero jubilado jubilada panaderia taller tienda',
  ),
  toTopic(
    'hairdresser|barber|friseur(?:in)?|coiffeu(?:r|se)|peluquer[oa]',
    'salon cuts haircut schneidet haarschnitt coupe corta peluqueria barberia',
  ),
  toTopic(
    'transport|commute|deplace|deplacons|desplazo|desplazamos|unterwegs',
    'bike bicycle bus tram train metro walk car fahrrad zug strassenbahn bahn velo voiture cargo pied trottinette bici coche tren autobus andando',
  ),
  toTopic(
    'grow|plant|anbaue?|pflanze|cultive|cultivons|pousser|cultivo|cultivamos|planto',
    'plot allotment garden greenhouse beds seeds beet hochbeet gewachshaus potager jardin serre huerto invernadero tomato tomatoes leeks beans peas roses tomaten bohnen rosen tomates courgettes fraises haricots lechugas',
  ),
];
