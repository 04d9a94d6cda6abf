/**
 * Words and phrases that decide on a default category alone, by language, without accents.
 * `*` stands for any ending, `#` for a number. Words with several meanings are in `category-words.ts`, where the
 * embedding model has to agree.
 */
export const SURE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  personal_details: {
    English:
      "my name is,my first name,my last name,surname,my nickname,i live in,we live in,lives in,i'm from,i am from,i come from,i was born,my birthday,my address,i am # years old,i'm # years old,my native language,mother tongue,nationality,my pronouns,i speak *,i turn #,i grew up in,i am originally from",
    German:
      'ich wohne,ich lebe in,wir wohnen,ich heisse,ich heiße,mein name ist,mein vorname,nachname,ich komme aus,ich stamme aus,ich bin # jahre,mein geburtstag,geboren,meine adresse,muttersprache,staatsangehorigkeit,ich bin in * aufgewachsen,ich komme ursprunglich,ich bin aufgewachsen',
    French:
      "j'habite,je vis a,nous habitons,je m'appelle,mon nom est,mon prenom,je viens de,je suis ne,je suis nee,j'ai # ans,mon anniversaire,mon adresse,ma langue maternelle,nationalite,j'ai grandi",
    Spanish:
      'vivo en,vivimos en,me llamo,mi nombre es,mi apellido,soy de,naci en,naci el,tengo # anos,mi cumpleanos,mi direccion,lengua materna,nacionalidad',
    Italian:
      'abito a,abito in,vivo a,mi chiamo,il mio nome e,sono nato,sono nata,il mio compleanno,il mio indirizzo,ho # anni,madrelingua,cresciuto a,cresciuta a',
    Portuguese:
      'moro em,moro no,moro na,vivo em,chamo-me,o meu nome e,nasci em,nasci no,nasci na,sou de,tenho # anos,o meu aniversario,a minha morada,lingua materna,cresci em,cresci no,cresci na',
    Dutch:
      'ik woon,wij wonen,we wonen,ik heet,mijn naam is,ik kom uit,geboren,ik ben # jaar,mijn verjaardag,mijn adres,moedertaal,opgegroeid',
  },
  family: {
    English:
      'wife,husband,spouse,girlfriend,boyfriend,fiance,fiancee,son,sons,daughter*,my child,my children,my kids,our kids,toddler,my mother,my father,my mom,my mum,my dad,my parents,parents-in-law,mother-in-law,father-in-law,in-laws,sister*,brother*,sibling*,twins,grandmother,grandfather,grandma,grandpa,granny,grandson*,granddaughter*,my uncle,my aunt,cousin*,nephew*,niece*,our dog,my dog,our cat,my cat,our puppy,my puppy,kitten*,my rabbit,our rabbit,my hamster,guinea pig*,stepdaughter*,stepson*,stepfather,stepmother,godson,goddaughter,godmother,godfather,half-sister,half-brother',
    German:
      'meine frau,mein mann,ehefrau,ehemann,meine freundin,mein freund,verlobte*,mein sohn,unser sohn,meine sohne,meine tochter,unsere tochter,mein kind,meine kinder,unsere kinder,meine mutter,mein vater,meine mama,mein papa,meine eltern,schwiegereltern,schwiegermutter,schwiegervater,schwester*,bruder*,geschwister,zwillinge,oma,opa,grossmutter,grossvater,grosseltern,enkel*,mein onkel,meine tante,cousine,neffe,nichte,unser hund,mein hund,unsere katze,meine katze,unser kater,mein kater,meerschweinchen,kaninchen',
    French:
      'ma femme,mon mari,ma compagne,mon compagnon,ma copine,mon copain,mon fils,ma fille,mes filles,mon enfant,mes enfants,ma mere,mon pere,ma maman,mon papa,mes parents,beaux-parents,belle-mere,beau-pere,ma soeur,mes soeurs,mon frere,mes freres,jumeaux,jumelles,grand-mere,grand-pere,mes grands-parents,mon oncle,ma tante,mon cousin,ma cousine,neveu,niece,mon chien,notre chien,mon chat,notre chat,ma chatte,mon lapin',
    Spanish:
      'mi mujer,mi esposa,mi esposo,mi marido,mi novia,mi novio,mi hijo,mi hija,mis hijos,mis hijas,mi madre,mi padre,mi mama,mi papa,mis padres,suegra,suegro,suegros,hermano*,hermana*,gemelos,gemelas,mellizos,abuela*,abuelo*,nieto*,nieta*,mi tio,mi tia,primo,prima,sobrino*,sobrina*,mi perro,nuestro perro,mi perra,mi gato,nuestro gato,mi gata,mi conejo',
    Italian:
      'mia moglie,mio marito,la mia ragazza,il mio ragazzo,mio figlio,mia figlia,i miei figli,mia madre,mio padre,mia mamma,mio papa,i miei genitori,suocera,suocero,sorella,sorelle,fratello,fratelli,gemelli,gemelle,mia nonna,mio nonno,nipote,nipoti,mio zio,mia zia,cugino,cugina,il mio cane,il mio gatto,la mia gatta',
    Portuguese:
      'a minha mulher,o meu marido,a minha namorada,o meu namorado,o meu filho,a minha filha,os meus filhos,a minha mae,o meu pai,os meus pais,sogra,sogro,a minha irma,as minhas irmas,irmao,irmaos,gemeos,gemeas,a minha avo,o meu avo,o meu neto,a minha neta,tio,tia,primo,prima,sobrinho*,sobrinha*,o meu cao,o meu gato,o nosso cao',
    Dutch:
      'mijn vrouw,mijn man,mijn vriendin,mijn vriend,mijn zoon,mijn dochter,onze zoon,onze dochter,mijn kinderen,onze kinderen,mijn moeder,mijn vader,mijn ouders,schoonmoeder,schoonvader,schoonouders,mijn zus,mijn broer,tweeling,mijn oma,mijn opa,kleinkind*,mijn oom,mijn tante,mijn neef,mijn nicht,mijn hond,onze hond,mijn kat,onze kat',
  },
  professional_details: {
    English:
      "i work,my job,my boss,my manager,my employer,my coworker*,my colleague*,my salary,my career,i study,i studied,my degree,my major,internship,freelanc*,self-employed,job interview,project lead,i run a,my company,my team at work,my team lead,i teach *,apprentice,i'm a plumber*,i am a plumber*",
    German:
      'ich arbeite,ich bin als,mein job,meine arbeit,mein beruf,mein chef,meine chefin,mein arbeitgeber,kollege*,kollegin*,mein gehalt,ich studiere,ich habe studiert,mein studium,ausbildung,praktikum,freiberuf*,selbststandig,vorstellungsgesprach,ich bin lehrer*,ich bin arzt,ich bin arztin,ich bin anwalt*,ich bin ingenieur*,ich bin krankenpfleger*,ich bin krankenschwester,ich bin informatiker*,ich bin verkaufer*,meine firma,ich bin tierarzt*,ich bin optiker*,ich bin architekt*,ich bin backer*,ich bin koch,ich bin kochin,ich bin elektriker*,ich bin erzieher*',
    French:
      "je travaille,mon travail,mon metier,mon boulot,mon patron,ma patronne,mon chef,ma cheffe,mon employeur,collegue*,mon salaire,j'etudie,j'ai etudie,mes etudes,en stage,mon stage,independant,entretien d'embauche,je suis professeur*,je suis prof,je suis medecin,je suis avocat*,je suis ingenieur*,je suis infirmier*,je suis comptable,je suis developpeu*,je suis enseignant*,mon entreprise,je suis menuisi*,je suis plombier*,je suis boulang*,je suis architecte,je suis vendeu*,je suis electricien*",
    Spanish:
      'trabajo en,trabajo de,trabajo como,mi trabajo,mi jefe,mi jefa,mi empleo,mi empresa,companero* de trabajo,mi sueldo,mi salario,estudie,estudio derecho,mi carrera,practicas en,autonomo,entrevista de trabajo,soy profesor*,soy medico,soy medica,soy abogad*,soy ingenier*,soy enfermer*,soy contable,soy programador*,soy maestr*,soy arquitect*,soy fontaner*,soy electricista,soy cociner*,soy camarer*,soy conductor*',
    Italian:
      "lavoro,il mio lavoro,il mio capo,collega,colleghi,stipendio,studio medicina,ho studiato,tirocinio,colloquio,libero professionista,sono insegnante,sono medico,sono avvocat*,sono ingegner*,sono infermier*,sono architett*,sono impiegat*,faccio il,faccio la,faccio l'idraulico",
    Portuguese:
      'trabalho,o meu emprego,o meu chefe,a minha chefe,colega*,o meu salario,estudo medicina,estagio,entrevista de emprego,sou professor*,sou medic*,sou advogad*,sou engenheir*,sou enfermeir*,sou arquitet*,sou cozinheir*',
    Dutch:
      'ik werk,mijn baan,mijn baas,mijn werk,collega*,mijn salaris,ik studeer,mijn studie,ik loop stage,sollicitatie*,zzp*,ik ben leraar,ik ben lerares,ik ben arts,ik ben advocaat,ik ben verpleegkundige,ik ben docent',
  },
  sports: {
    English:
      'i swim,i run every,i jog*,football,soccer,basketball,baseball,tennis,golf,ice hockey,volleyball,rugby,badminton,table tennis,handball,marathon*,triathlon*,half-marathon,gym,workout*,cyclist,snowboard*,surfing,boxing,karate,judo,yoga,pilates,rock climbing,bouldering,black belt,lift weights,i row,i skate,rowing,skating',
    German:
      'fussball,handball,ich schwimme,ich jogge,ich laufe,klettern,bouldern,fitnessstudio,radrennen,skifahren,reiten,turnen,sportverein,ich trainiere',
    French:
      "je cours,je nage,je fais du sport,natation,escalade,je m'entraine,salle de sport,equitation,football,course a pied,le ski,du velo,musculation",
    Spanish:
      'futbol,baloncesto,nado,natacion,corro,escalada,gimnasio,entreno,tenis,ciclismo,esqui,montar en bici,maraton*',
    Italian:
      'gioco a calcio,gioco a tennis,gioco a pallavolo,gioco a basket,pallavolo,nuoto,corro,in palestra,arrampicata,ciclismo,maratona',
    Portuguese: 'futebol,natacao,nado,corro,ginasio,tenis,ciclismo,voleibol,maratona,escalada,andebol',
    Dutch:
      'ik zwem,ik ren,ik hardloop,voetbal*,hockey,tennis,zwemmen,hardlopen,sportschool,klimmen,schaatsen,marathon,volleybal',
  },
  travel: {
    English:
      'fly to,flying to,flight to,flew to,trip to,travel to,travelled to,traveled to,travelling to,traveling to,vacation*,holiday in,on holiday,airbnb,our hotel,my hotel,hostel,backpacking,hitchhiking,night train,cruise,ferry to,been to,airport,road trip,roadtrip,itinerary',
    German:
      'fahren wir nach,fahre ich nach,fliegen wir,fliege ich,ich fliege,wir fliegen,wir reisen,ich reise,urlaub*,ferien in,reise nach,hotel,flughafen,kreuzfahrt,ferienwohnung,jugendherberge,wohnmobil',
    French:
      "nous partons en,nous partons a,nous partons au,je pars en,je pars a,je pars au,prend l'avion,prends l'avion,vol pour,voyage*,vacances,hotel,aeroport,croisiere,auberge de jeunesse",
    Spanish: 'viajamos,viajo,viaje*,vuelo a,volamos a,vacaciones,hotel,aeropuerto,crucero,albergue',
    Italian: 'viaggio,viaggi,viaggiamo,in vacanza,volo per,voliamo a,aeroporto,crociera,ostello',
    Portuguese: 'viagem,viagens,viajo,viajamos,ferias,voo para,aeroporto,cruzeiro',
    Dutch:
      'wij gaan in * naar,we gaan in * naar,vakantie,op reis,vliegen naar,vlucht naar,vliegveld,luchthaven,camping',
  },
  food: {
    English:
      'vegan*,vegetarian*,pescatarian,gluten,lactose,breakfast,lunch,dinner,recipe*,sourdough,restaurant*,coffee,i eat,i ate,i cook*,i bake*,eat meat,eaten meat,pork,seafood,dairy,taste of,olives,spicy food,pizza,pasta,sushi,ramen,chocolate,cheese,wine,beer,my diet,tea',
    German:
      'ich esse,ich trinke,vegetarisch,vegetarier*,veganer*,laktose,lieblingsessen,lieblingsgericht,fruhstuck*,mittagessen,abendessen,rezept fur,ich koche,ich backe,kaffee,tee,wein,bier,fleisch,schweinefleisch,kase,schokolade,nudeln,brot,fisch',
    French:
      'je mange,je bois,vegetarien*,vegane,vegan,lactose,petit-dejeuner,dejeuner,diner,recette*,je cuisine,cafe,vin,biere,the au,le the,viande,fromage,chocolat,pain,poisson,fruits de mer,alcool,noix',
    Spanish:
      'como carne,bebo,no como,vegetarian*,vegano,vegana,lactosa,desayuno,almuerzo,receta*,cocino,cafe,vino,cerveza,carne,queso,chocolate,pescado,marisco*,comida',
    Italian:
      'mangio,bevo,vegetarian*,vegano,vegana,lattosio,colazione,pranzo,ricetta,ricette,cucino,caffe,vino,birra,carne,formaggio,cioccolato,pesce,alcolici',
    Portuguese:
      'como carne,nao como,bebo,vegetarian*,vegano,vegana,lactose,pequeno-almoco,almoco,receita*,cozinho,cafe,vinho,cerveja,queijo,chocolate,marisco,bacalhau',
    Dutch:
      'ik eet,ik drink,vegetari*,veganist,lactose,ontbijt,avondeten,recept,ik kook,koffie,thee,wijn,vlees,kaas,chocolade',
  },
  music: {
    English:
      'guitar,piano,violin,cello,flute,drums,saxophone,trumpet,clarinet,choir,orchestra,jazz,hip hop,classical music,concert*,playlist,i sing,songs,song,music,opera,ukulele,in a band',
    German:
      'gitarre,klavier,geige,cello,flote,schlagzeug,saxofon,trompete,klarinette,chor,orchester,jazz,klassische musik,konzert*,ich singe,lieder,musik,oper,in einer band',
    French:
      'guitare,piano,violon,violoncelle,flute,batterie,saxophone,trompette,clarinette,chorale,orchestre,jazz,musique,concert*,je chante,chansons,opera,dans un groupe',
    Spanish:
      'guitarra,piano,violin,violonchelo,flauta,bateria,saxofon,trompeta,clarinete,coro,orquesta,jazz,musica,concierto*,canto en,canciones,opera',
    Italian:
      'chitarra,pianoforte,violino,violoncello,flauto,suono la batteria,sassofono,tromba,coro,orchestra,musica,concert*,canzoni',
    Portuguese:
      'guitarra,piano,violino,violoncelo,flauta,bateria,saxofone,trompete,coro,orquestra,musica,concerto*,cancoes',
    Dutch: 'gitaar,piano,viool,cello,fluit,drumstel,saxofoon,trompet,klarinet,koor,orkest,muziek,concert*,ik zing',
  },
  health: {
    English:
      'allergic,allergy,allergies,asthma,diabet*,dentist,my doctor,therapist,therapy,medication,medicine,pills,antibiotic*,insulin,blood pressure,surgery,operation,diagnosed,migraine*,headache*,insomnia,anxiety,depression,pregnant,physio*,injur*,intoleran*,broke my,sprained,gluten,lactose,vaccinat*,hospital,my back hurts,glasses prescription,short-sighted,near-sighted,hurts,hurting,inhaler',
    German:
      'allergi*,asthma,diabet*,zahnarzt*,hausarzt*,arzttermin,beim arzt,therapie,therapeut*,medikament*,tabletten,antibiotik*,insulin,blutdruck,operiert,operation,migrane,kopfschmerz*,ruckenschmerz*,schlafstorung*,depression*,schwanger,krankenhaus,ich vertrage kein*,unvertraglich*,intoleranz,gebrochen,verletzt,krank',
    French:
      'allergi*,asthme,diabet*,dentiste,medecin,therapie,medicament*,antibiotique*,insuline,tension arterielle,operee,opere,migraine*,mal au,mal a la,mal de,insomnie,depression,enceinte,hopital,intoleran*,casse la jambe,casse le bras,blesse,malade',
    Spanish:
      'alergi*,asma,diabet*,dentista,medico,doctora,terapia,medicamento*,pastillas,antibiotico*,insulina,tension,operaron,migrana*,dolor de,me duele,insomnio,ansiedad,depresion,embarazada,hospital,intoleran*,me rompi,enfermo,enferma',
    Italian:
      'allergic*,allergia,asma,diabet*,dentista,il mio medico,terapia,un farmaco,i farmaci,antibiotic*,insulina,pressione alta,operato,operata,emicrania,mal di,insonnia,ansia,depressione,incinta,ospedale',
    Portuguese:
      'alergi*,asma,diabet*,dentista,medicamento*,terapia,antibiotico*,insulina,tensao alta,fui operado,fui operada,enxaqueca*,dor de,doi-me,insonia,ansiedade,depressao,gravida,hospital',
    Dutch:
      'allergi*,astma,diabet*,tandarts,huisarts,therapie,medicijn*,antibiotica,insuline,bloeddruk,geopereerd,migraine,hoofdpijn,slapeloos*,depressie,zwanger',
  },
  technology: {
    English:
      'laptop,computer,my phone,smartphone,iphone,android,tablet,linux,windows #,macbook,printer,router,wi-fi,wifi,usb,software,programming,in python,in rust,javascript,typescript,docker,kubernetes,github,database,gpu*,vim,vs code,api,smartwatch,server*',
    German:
      'rechner,computer,notebook,mein handy,smartphone,drucker,router,wlan,software,programmier*,datenbank,mein laptop,linux',
    French:
      'mon ordinateur,ordinateur,mon telephone,mon portable,imprimante,routeur,logiciel*,je programme,base de donnees,wifi,linux,tablette',
    Spanish:
      'ordenador,computadora,portatil,mi movil,mi celular,mi telefono,impresora,router,programo,base de datos,wifi,linux,tableta',
  },
  hobbies: {
    English:
      'my hobby,my hobbies,as a hobby,i knit,knitting,crochet,pottery,woodworking,birdwatching,i paint,watercolour*,watercolor*,i draw,sketching,gardening,photography,i collect,i sew,sewing,origami,calligraphy,chess,puzzles,stamps,coins,model trains,i volunteer,scrapbook*,tomatoes on,restoring old,crossword*,sudoku*',
    German:
      'mein hobby,meine hobbys,ich stricke,stricken,hakeln,topfern,ich male,ich zeichne,gartnern,fotografie*,ich sammle,ich nahe,schach,briefmarken,modelleisenbahn,basteln,heimwerken',
    French:
      'mon hobby,mon passe-temps,je tricote,tricot,crochet,poterie,je peins,je dessine,jardin*,photographie,je collectionne,couture,echecs,timbres,bricol*',
    Spanish:
      'mi hobby,mi aficion,mis aficiones,tejo,ganchillo,ceramica,pinto,dibujo,jardineria,fotografia,colecciono,costura,ajedrez,sellos,bricolaje',
    Italian: 'lavoro a maglia,uncinetto,ceramica,dipingo,disegno,giardinaggio,fotografia,colleziono,scacchi',
    Portuguese: 'tricoto,croche,ceramica,pinto,desenho,jardinagem,fotografia,coleciono,xadrez',
    Dutch: 'ik brei,breien,ik haak,ik schilder,ik teken,tuinieren,fotografie,ik verzamel,schaken',
  },
  fashion: {
    English:
      'clothes,clothing,dress,blazer,outfit*,sneakers,i wear,i only wear,shoe size,shoes,my style,wardrobe,makeup,earrings,ears pierced,tattoo*,jacket,jeans,skirt,sweater,hair dyed,dyed my hair,haircut,necklace,lipstick',
    German:
      'kleidung,kleid,blazer,outfit*,turnschuhe,schuhgrosse,schuhe,ich trage nur,ich trage gern,kleiderschrank,ohrringe,ohrlocher,tattoo*,tatowier*,jacke,jeans,mantel,lippenstift,haare gefarbt,frisur',
    French:
      "vetements,robe,blazer,tenue*,baskets,pointure,chaussures,je porte,garde-robe,maquillage,boucles d'oreilles,tatou*,veste,jean,jupe,manteau,coiffure",
    Spanish:
      'ropa,vestido,zapatos,zapatillas,talla de zapato,me visto,armario de ropa,maquillaje,pendientes,tatu*,chaqueta,abrigo,vaqueros,falda,peinado',
  },
  entertainment: {
    English:
      "i'm watching,i am watching,rewatching,movie*,film,films,tv series,tv show,season of,episode*,netflix,youtube,podcast*,novel*,i'm reading,i am reading,every book,board game*,video game*,playstation,xbox,nintendo,anime,manga,comics,theatre,theater,cinema,audiobook*",
    German:
      'film,filme,serie,serien,netflix,podcast*,roman,romane,krimi*,ich lese,horbuch*,brettspiel*,videospiel*,playstation,nintendo,kino,theater,comics',
    French:
      'film,films,serie,series,netflix,podcast*,roman,romans,polar,je lis,livre audio,jeux de societe,jeux video,jeu video,cinema,theatre,bandes dessinees',
    Spanish:
      'pelicula*,serie,series,netflix,podcast*,novela*,leo novelas,estoy leyendo,audiolibro*,juegos de mesa,videojuego*,cine,teatro,comics',
  },
  milestones: {
    English:
      'got married,we married,wedding,got engaged,i graduated,graduation,was promoted,got promoted,my promotion,moved to,moved into,driving test,first house,bought a house,was born on,became a father,became a mother,became a grand*,gave birth,had a baby,retired,divorced,got divorced,anniversary,i won,got my degree,finished my degree,passed my exam*',
    German:
      'geheiratet,hochzeit,verlobt,abschluss gemacht,befordert,umgezogen,eingezogen,fuhrerschein gemacht,fuhrerschein bestanden,haus gekauft,vater geworden,mutter geworden,oma geworden,opa geworden,auf die welt gekommen,in rente,geschieden,prufung bestanden,ich habe gewonnen',
    French:
      'me suis marie*,nous sommes maries,nous nous sommes maries,mariage,fiance,fiancee,diplome,promu,promue,ai demenage,avons demenage,avons emmenage,permis de conduire,achete une maison,devenu pere,devenue mere,pris ma retraite,divorce,reussi mon examen',
    Spanish:
      'me case,nos casamos,boda,me gradue,graduacion,me ascendieron,me mude,nos mudamos,carnet de conducir,compramos una casa,fui padre,fui madre,me jubile,me divorcie,aprobe el examen,gane el',
    Italian:
      'mi sono laureat*,ci siamo sposati,mi sono sposat*,matrimonio,mi sono trasferit*,ci siamo trasferiti,la patente,in pensione,divorziat*',
    Portuguese:
      'casei-me,casamo-nos,casamento,licenciei-me,formei-me,mudei-me,mudamo-nos,carta de conducao,reformei-me,divorciei-me',
    Dutch: 'getrouwd,bruiloft,verloofd,afgestudeerd,verhuisd,rijbewijs,met pensioen,gescheiden,huis gekocht',
  },
  user_preferences: {
    English:
      "i prefer,i like,i love,i hate,i dislike,i enjoy,i would rather,i'd rather,my favourite,my favorite,cannot stand,can't stand,please answer,please call me,please always,please never,please reply,please write,from now on",
    German:
      'ich mag,ich liebe,ich hasse,ich bevorzuge,ich ziehe * vor,am liebsten,lieber als,mein liebling*,meine liebling*,lieblings*,bitte antworte,bitte immer,bitte nie,ich kann * nicht leiden,mir gefallt',
    French:
      "je prefere,j'aime,j'adore,je deteste,je n'aime pas,mon prefere,ma preferee,mon * prefere,ma * preferee,reponds,s'il te plait,je ne supporte pas",
    Spanish:
      'prefiero,me gusta*,me encanta*,odio,no soporto,no me gusta*,mi * favorito,mi * favorita,favorita es,favorito es,por favor responde',
  },
};
