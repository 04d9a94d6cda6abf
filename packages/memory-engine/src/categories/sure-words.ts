/**
 * Words and phrases that decide on a default category alone, in English, German, French and Spanish, without accents.
 * `*` stands for any ending, `#` for a number. Words with several meanings are in `category-words.ts`, where the
 * embedding model has to agree.
 */
export const SURE_WORDS: Readonly<Record<string, readonly string[]>> = {
  personal_details: [
    "my name is,my first name,my last name,surname,my nickname,i live in,we live in,lives in,i'm from,i am from,i come from,i was born,my birthday,my address,i am # years old,i'm # years old,my native language,mother tongue,nationality,my pronouns,i speak *",
    'ich wohne,ich lebe in,wir wohnen,ich heisse,ich heiße,mein name ist,mein vorname,nachname,ich komme aus,ich stamme aus,ich bin # jahre,mein geburtstag,geboren,meine adresse,muttersprache,staatsangehorigkeit',
    "j'habite,je vis a,nous habitons,je m'appelle,mon nom est,mon prenom,je viens de,je suis ne,je suis nee,j'ai # ans,mon anniversaire,mon adresse,ma langue maternelle,nationalite",
    'vivo en,vivimos en,me llamo,mi nombre es,mi apellido,soy de,naci en,naci el,tengo # anos,mi cumpleanos,mi direccion,lengua materna,nacionalidad',
  ],
  family: [
    'wife,husband,spouse,girlfriend,boyfriend,fiance,fiancee,son,sons,daughter*,my child,my children,my kids,our kids,toddler,my mother,my father,my mom,my mum,my dad,my parents,parents-in-law,mother-in-law,father-in-law,in-laws,sister*,brother*,sibling*,twins,grandmother,grandfather,grandma,grandpa,granny,grandson*,granddaughter*,my uncle,my aunt,cousin*,nephew*,niece*,our dog,my dog,our cat,my cat,our puppy,my puppy,kitten*,my rabbit,our rabbit,my hamster,guinea pig*',
    'meine frau,mein mann,ehefrau,ehemann,meine freundin,mein freund,verlobte*,mein sohn,unser sohn,meine sohne,meine tochter,unsere tochter,mein kind,meine kinder,unsere kinder,meine mutter,mein vater,meine mama,mein papa,meine eltern,schwiegereltern,schwiegermutter,schwiegervater,schwester*,bruder*,geschwister,zwillinge,oma,opa,grossmutter,grossvater,grosseltern,enkel*,mein onkel,meine tante,cousine,neffe,nichte,unser hund,mein hund,unsere katze,meine katze,unser kater,mein kater,meerschweinchen,kaninchen',
    'ma femme,mon mari,ma compagne,mon compagnon,ma copine,mon copain,mon fils,ma fille,mes filles,mon enfant,mes enfants,ma mere,mon pere,ma maman,mon papa,mes parents,beaux-parents,belle-mere,beau-pere,ma soeur,mes soeurs,mon frere,mes freres,jumeaux,jumelles,grand-mere,grand-pere,mes grands-parents,mon oncle,ma tante,mon cousin,ma cousine,neveu,niece,mon chien,notre chien,mon chat,notre chat,ma chatte,mon lapin',
    'mi mujer,mi esposa,mi esposo,mi marido,mi novia,mi novio,mi hijo,mi hija,mis hijos,mis hijas,mi madre,mi padre,mi mama,mi papa,mis padres,suegra,suegro,suegros,hermano*,hermana*,gemelos,gemelas,mellizos,abuela*,abuelo*,nieto*,nieta*,mi tio,mi tia,primo,prima,sobrino*,sobrina*,mi perro,nuestro perro,mi perra,mi gato,nuestro gato,mi gata,mi conejo',
  ],
  professional_details: [
    'i work,my job,my boss,my manager,my employer,my coworker*,my colleague*,my salary,my career,i study,i studied,my degree,my major,internship,freelanc*,self-employed,job interview,project lead,i run a,my company,my team at work,my team lead',
    'ich arbeite,ich bin als,mein job,meine arbeit,mein beruf,mein chef,meine chefin,mein arbeitgeber,kollege*,kollegin*,mein gehalt,ich studiere,ich habe studiert,mein studium,ausbildung,praktikum,freiberuf*,selbststandig,vorstellungsgesprach,ich bin lehrer*,ich bin arzt,ich bin arztin,ich bin anwalt*,ich bin ingenieur*,ich bin krankenpfleger*,ich bin krankenschwester,ich bin informatiker*,ich bin verkaufer*,meine firma',
    "je travaille,mon travail,mon metier,mon boulot,mon patron,ma patronne,mon chef,ma cheffe,mon employeur,collegue*,mon salaire,j'etudie,j'ai etudie,mes etudes,en stage,mon stage,independant,entretien d'embauche,je suis professeur*,je suis prof,je suis medecin,je suis avocat*,je suis ingenieur*,je suis infirmier*,je suis comptable,je suis developpeu*,je suis enseignant*,mon entreprise",
    'trabajo en,trabajo de,trabajo como,mi trabajo,mi jefe,mi jefa,mi empleo,mi empresa,companero* de trabajo,mi sueldo,mi salario,estudie,estudio derecho,mi carrera,practicas en,autonomo,entrevista de trabajo,soy profesor*,soy medico,soy medica,soy abogad*,soy ingenier*,soy enfermer*,soy contable,soy programador*,soy maestr*',
  ],
  sports: [
    'i swim,i run every,i jog*,football,soccer,basketball,baseball,tennis,golf,ice hockey,volleyball,rugby,badminton,table tennis,handball,marathon*,triathlon*,half-marathon,gym,workout*,cyclist,snowboard*,surfing,boxing,karate,judo,yoga,pilates,rock climbing,bouldering,black belt,lift weights',
    'fussball,handball,ich schwimme,ich jogge,ich laufe,klettern,bouldern,fitnessstudio,radrennen,skifahren,reiten,turnen,sportverein,ich trainiere',
    "je cours,je nage,je fais du sport,natation,escalade,je m'entraine,salle de sport,equitation,football,course a pied,le ski,du velo,musculation",
    'futbol,baloncesto,nado,natacion,corro,escalada,gimnasio,entreno,tenis,ciclismo,esqui,montar en bici,maraton*',
  ],
  travel: [
    'fly to,flying to,flight to,flew to,trip to,travel to,travelled to,traveled to,travelling to,traveling to,vacation*,holiday in,on holiday,airbnb,our hotel,my hotel,hostel,backpacking,hitchhiking,night train,cruise,ferry to,been to,airport,road trip,roadtrip,itinerary',
    'fahren wir nach,fahre ich nach,fliegen wir,fliege ich,ich fliege,wir fliegen,wir reisen,ich reise,urlaub*,ferien in,reise nach,hotel,flughafen,kreuzfahrt,ferienwohnung,jugendherberge',
    "nous partons en,nous partons a,nous partons au,je pars en,je pars a,je pars au,prend l'avion,prends l'avion,vol pour,voyage*,vacances,hotel,aeroport,croisiere,auberge de jeunesse",
    'viajamos,viajo,viaje*,vuelo a,volamos a,vacaciones,hotel,aeropuerto,crucero,albergue',
  ],
  food: [
    'vegan*,vegetarian*,pescatarian,gluten,lactose,breakfast,lunch,dinner,recipe*,sourdough,restaurant*,coffee,i eat,i ate,i cook*,i bake*,eat meat,eaten meat,pork,seafood,dairy,taste of,olives,spicy food,pizza,pasta,sushi,ramen,chocolate,cheese,wine,beer,my diet,tea',
    'ich esse,ich trinke,vegetarisch,vegetarier*,veganer*,laktose,lieblingsessen,lieblingsgericht,fruhstuck*,mittagessen,abendessen,rezept fur,ich koche,ich backe,kaffee,tee,wein,bier,fleisch,schweinefleisch,kase,schokolade,nudeln,brot,fisch',
    'je mange,je bois,vegetarien*,vegane,vegan,lactose,petit-dejeuner,dejeuner,diner,recette*,je cuisine,cafe,vin,biere,the au,le the,viande,fromage,chocolat,pain,poisson,fruits de mer,alcool,noix',
    'como carne,bebo,no como,vegetarian*,vegano,vegana,lactosa,desayuno,almuerzo,receta*,cocino,cafe,vino,cerveza,carne,queso,chocolate,pescado,marisco*,comida',
  ],
  music: [
    'guitar,piano,violin,cello,flute,drums,saxophone,trumpet,clarinet,choir,orchestra,jazz,hip hop,classical music,concert*,playlist,i sing,songs,song,music,opera,ukulele,in a band',
    'gitarre,klavier,geige,cello,flote,schlagzeug,saxofon,trompete,klarinette,chor,orchester,jazz,klassische musik,konzert*,ich singe,lieder,musik,oper,in einer band',
    'guitare,piano,violon,violoncelle,flute,batterie,saxophone,trompette,clarinette,chorale,orchestre,jazz,musique,concert*,je chante,chansons,opera,dans un groupe',
    'guitarra,piano,violin,violonchelo,flauta,bateria,saxofon,trompeta,clarinete,coro,orquesta,jazz,musica,concierto*,canto en,canciones,opera',
  ],
  health: [
    'allergic,allergy,allergies,asthma,diabet*,dentist,my doctor,therapist,therapy,medication,medicine,pills,antibiotic*,insulin,blood pressure,surgery,operation,diagnosed,migraine*,headache*,insomnia,anxiety,depression,pregnant,physio*,injur*,intoleran*,broke my,sprained,gluten,lactose,vaccinat*,hospital,my back hurts,glasses prescription,short-sighted,near-sighted,hurts,hurting',
    'allergi*,asthma,diabet*,zahnarzt*,hausarzt*,arzttermin,beim arzt,therapie,therapeut*,medikament*,tabletten,antibiotik*,insulin,blutdruck,operiert,operation,migrane,kopfschmerz*,ruckenschmerz*,schlafstorung*,depression*,schwanger,krankenhaus,ich vertrage kein*,unvertraglich*,intoleranz,gebrochen,verletzt,krank',
    'allergi*,asthme,diabet*,dentiste,medecin,therapie,medicament*,antibiotique*,insuline,tension arterielle,operee,opere,migraine*,mal au,mal a la,mal de,insomnie,depression,enceinte,hopital,intoleran*,casse la jambe,casse le bras,blesse,malade',
    'alergi*,asma,diabet*,dentista,medico,doctora,terapia,medicamento*,pastillas,antibiotico*,insulina,tension,operaron,migrana*,dolor de,me duele,insomnio,ansiedad,depresion,embarazada,hospital,intoleran*,me rompi,enfermo,enferma',
  ],
  technology: [
    'laptop,computer,my phone,smartphone,iphone,android,tablet,linux,windows #,macbook,printer,router,wi-fi,wifi,usb,software,programming,in python,in rust,javascript,typescript,docker,kubernetes,github,database,gpu*,vim,vs code,api,smartwatch,server*',
    'rechner,computer,notebook,mein handy,smartphone,drucker,router,wlan,software,programmier*,datenbank,mein laptop,linux',
    'mon ordinateur,ordinateur,mon telephone,mon portable,imprimante,routeur,logiciel*,je programme,base de donnees,wifi,linux,tablette',
    'ordenador,computadora,portatil,mi movil,mi celular,mi telefono,impresora,router,programo,base de datos,wifi,linux,tableta',
  ],
  hobbies: [
    'my hobby,my hobbies,as a hobby,i knit,knitting,crochet,pottery,woodworking,birdwatching,i paint,watercolour*,watercolor*,i draw,sketching,gardening,photography,i collect,i sew,sewing,origami,calligraphy,chess,puzzles,stamps,coins,model trains,i volunteer,scrapbook*,tomatoes on,restoring old',
    'mein hobby,meine hobbys,ich stricke,stricken,hakeln,topfern,ich male,ich zeichne,gartnern,fotografie*,ich sammle,ich nahe,schach,briefmarken,modelleisenbahn,basteln,heimwerken',
    'mon hobby,mon passe-temps,je tricote,tricot,crochet,poterie,je peins,je dessine,jardin*,photographie,je collectionne,couture,echecs,timbres,bricol*',
    'mi hobby,mi aficion,mis aficiones,tejo,ganchillo,ceramica,pinto,dibujo,jardineria,fotografia,colecciono,costura,ajedrez,sellos,bricolaje',
  ],
  fashion: [
    'clothes,clothing,dress,blazer,outfit*,sneakers,i wear,i only wear,shoe size,shoes,my style,wardrobe,makeup,earrings,ears pierced,tattoo*,jacket,jeans,skirt,sweater,hair dyed,dyed my hair,haircut,necklace,lipstick',
    'kleidung,kleid,blazer,outfit*,turnschuhe,schuhgrosse,schuhe,ich trage nur,ich trage gern,kleiderschrank,ohrringe,ohrlocher,tattoo*,tatowier*,jacke,jeans,mantel,lippenstift,haare gefarbt,frisur',
    "vetements,robe,blazer,tenue*,baskets,pointure,chaussures,je porte,garde-robe,maquillage,boucles d'oreilles,tatou*,veste,jean,jupe,manteau,coiffure",
    'ropa,vestido,zapatos,zapatillas,talla de zapato,me visto,armario de ropa,maquillaje,pendientes,tatu*,chaqueta,abrigo,vaqueros,falda,peinado',
  ],
  entertainment: [
    "i'm watching,i am watching,rewatching,movie*,film,films,tv series,tv show,season of,episode*,netflix,youtube,podcast*,novel*,i'm reading,i am reading,every book,board game*,video game*,playstation,xbox,nintendo,anime,manga,comics,theatre,theater,cinema,audiobook*",
    'film,filme,serie,serien,netflix,podcast*,roman,romane,krimi*,ich lese,horbuch*,brettspiel*,videospiel*,playstation,nintendo,kino,theater,comics',
    'film,films,serie,series,netflix,podcast*,roman,romans,polar,je lis,livre audio,jeux de societe,jeux video,jeu video,cinema,theatre,bandes dessinees',
    'pelicula*,serie,series,netflix,podcast*,novela*,leo novelas,estoy leyendo,audiolibro*,juegos de mesa,videojuego*,cine,teatro,comics',
  ],
  milestones: [
    'got married,we married,wedding,got engaged,i graduated,graduation,was promoted,got promoted,my promotion,moved to,moved into,driving test,first house,bought a house,was born on,became a father,became a mother,became a grand*,gave birth,had a baby,retired,divorced,got divorced,anniversary,i won,got my degree,finished my degree,passed my exam*',
    'geheiratet,hochzeit,verlobt,abschluss gemacht,befordert,umgezogen,eingezogen,fuhrerschein gemacht,fuhrerschein bestanden,haus gekauft,vater geworden,mutter geworden,oma geworden,opa geworden,auf die welt gekommen,in rente,geschieden,prufung bestanden,ich habe gewonnen',
    'me suis marie*,nous sommes maries,nous nous sommes maries,mariage,fiance,fiancee,diplome,promu,promue,ai demenage,avons demenage,avons emmenage,permis de conduire,achete une maison,devenu pere,devenue mere,pris ma retraite,divorce,reussi mon examen',
    'me case,nos casamos,boda,me gradue,graduacion,me ascendieron,me mude,nos mudamos,carnet de conducir,compramos una casa,fui padre,fui madre,me jubile,me divorcie,aprobe el examen,gane el',
  ],
  user_preferences: [
    "i prefer,i like,i love,i hate,i dislike,i enjoy,i would rather,i'd rather,my favourite,my favorite,cannot stand,can't stand,please answer,please call me,please always,please never,please reply,please write,from now on",
    'ich mag,ich liebe,ich hasse,ich bevorzuge,ich ziehe * vor,am liebsten,lieber als,mein liebling*,meine liebling*,lieblings*,bitte antworte,bitte immer,bitte nie,ich kann * nicht leiden,mir gefallt',
    "je prefere,j'aime,j'adore,je deteste,je n'aime pas,mon prefere,ma preferee,mon * prefere,ma * preferee,reponds,s'il te plait,je ne supporte pas",
    'prefiero,me gusta*,me encanta*,odio,no soporto,no me gusta*,mi * favorito,mi * favorita,favorita es,favorito es,por favor responde',
  ],
};
