import type { StandingWords } from './rule-words.js';

export const spanish: StandingWords = {
  typed: {
    porfa: 'xfa porfis',
    'por favor': 'xfavor',
    siempre: 'siempr',
    nunca: 'nuca',
    'de ahora en adelante': 'de_aqui_en_adelante d_ahora_en_adelante',
  },
  openers: 'y pero porfa por_favor a_partir_de_ahora de_ahora_en_adelante puedes podrias oye ok bueno vale',
  lists: {
    please: 'porfa por_favor gracias',
    end: [
      '(?= *(?:$|[,;:)]|(?:y|pero|por favor|porfa|gracias|cuando|conmigo|siempre|para mi|a mi|de ahora|a partir|no)(?!\\w)))',
    ],
    act: '(?:responde|contesta|usa|escribe|da|pon|habla|incluye|explica|manda|di|dime|recuerda|avisa|redondea|cita|anade|agrega|muestra|empieza|termina|revisa|respeta)(?:me)?',
    not: 'uses utilices pongas recomiendes sugieras hables mandes llames propongas trates muestres escribas respondas expliques digas des envies incluyas menciones repitas preguntes empieces termines anadas contestes empieces acabes abrevies felicites corrijas juzgues adules interrumpas traduzcas resumas sueltes',
    say: '(?:responde|contesta|escribe|explica|habla)(?:me|_conmigo)?',
    // After "no uses": one thing, or one time.
    told: [
      '(?! *$| (?:que|hoy|manana|ahora|cuando|antes|despues|mientras|esta|tan|a|al)(?!\\w)| (?:mis?|tus?|sus?|el|la|los|las|es[eoa]|est[eoa]|un|una) (?!<filler>))',
    ],
    style:
      '(?:in)?formal(?:es)? simples? sencill[oa]s? breves? clar[oa]s? concis[oa]s? direct[oa]s? amable honest[oa] cort[oa]s? critic[oa] sincer[oa]',
    language: 'ingles frances aleman italiano espanol castellano portugues catalan holandes chino japones ruso polaco',
    filler:
      'emojis emoticonos tecnicismos anglicismos jerga (?:respuestas|frases|explicaciones|listas)_largas textos_largos usted rollos rodeos introducciones listas exclamaciones tablas disculpas',
    answer: 'codigo ejemplos respuestas correos e-?mails mensajes textos recetas medidas',
    only: 'solo solamente unicamente',
    others: [
      '(?![, ]+(?:hay|es|la|el|los|las|llueve|esta|estan|vamos|voy|tengo|trabajo|mi|mis|trabaja|son|tenemos|no hay|ya no|soy|somos|vivo)(?!\\w))',
    ],
    telephone: [
      '(?! (?:cuando|manana|luego|si|a|al|despues|antes|mas|hoy|el|esta|este|en|ya|por favor|porfa|ahora)(?!\\w))',
    ],
  },
  requests: [
    '(?:siempre|nunca|<only>) (?:[\\w-]+ ){1,5}<please>(?= *$)|siempre en (?:<language>|kilometros|euros|metros|grados|pesos|dolares|celsius)',
    '(?:respuestas|mensajes|explicaciones|textos) (?:mas |muy )?<style><end>|(?:mas|menos) (?:breve|corto|formal|simple|directo|texto|detalles)<end>',
    '(?:recuerda|acuerdate de|ten en cuenta) que (?:yo )?(?:no|soy|prefiero|uso|estoy|vivo)',
    'explica(?:me)? (?:todo|las cosas|siempre) (?:paso a paso|como si|de forma)',
    '(?:puedes|podemos|me puedes) tutearme|tuteame|tutearnos',
    'llam[ae]me<telephone>|tuteame|(?:habla|trata|tutea)me (?:siempre|solo|de|con|en)|no me trates de (?:usted|tu)',
    '<act> siempre|siempre <act>',
    '<say> (?:<only> |siempre )?(?:en (?:<language>|una frase|frases cortas)|breve(?:mente)?|corto|de (?:forma|manera|modo) (?:\\w+ )?<style>|sin <filler>|formalmente|como si)<end>',
    '(?:nunca|no)(?: me| mas)? <not><told>',
    '(?:sin|nada de|menos|mas) (?:\\w+ ){1,3}en (?:las |los |mis |tus )?<answer>',
    '<act> (?:\\w+ ){1,6}siempre(?= *$)',
    'nunca (?:me )?(?:sugiera|recomiende|use|hable|llame|mande)',
    '(?:usa|utiliza|emplea) [^.!?,;]{1,40} (?:para|en) (?:el |los |las |tus |mis |todos los )?<answer>',
    '(?:usa|utiliza) (?:el |las |los )?(?:sistema metrico|unidades metricas|celsius|grados celsius|kilometros|euros|formato de? ?24)',
    '<only> (?:recomiendame|sugiereme|muestrame|dame|proponme|recomienda|sugiere|muestra|propon)|(?:recomienda|sugiere|muestra|propon|da)me <only>',
    'se (?:mas |muy )?<style><end>|manten (?:mis|los|las|tus) \\w+ <style>|hazlo (?:siempre )?(?:corto|breve|simple)',
    '(?:evita|nada de|sin|no mas|basta de|deja los|deja de usar) (?:los |las |el |la )?<filler><end>',
    'deja de (?:decir|usar|repetir|llamarme|disculparte|pedir|mandarme|recomendarme|preguntarme|poner)(?:me|te)?',
    'no (?:hace falta|es necesario) que (?:me )?\\w+|no te disculpes|no te enrolles',
  ],
  anywhere: [
    '(?:a partir de ahora|de ahora en adelante|en adelante)<others>',
    '(?:cuando|cada vez que) (?:(?:me )?(?:recomiendes|sugieras|respondas|escribas|des|propongas|expliques)|te (?:pida|pregunte|mande|envie))',
    '(?:quiero|necesito|prefiero|no quiero) (?:solo |tus |unas )?(?:respuestas|explicaciones|mensajes|textos) \\w+',
    '(?:quiero|necesito) que (?:me (?!quieras)\\w+s|siempre|nunca|uses|hables|respondas|escribas)',
    'tus (?:respuestas|mensajes|textos|explicaciones) son (?:muy|demasiado)',
  ],
  preferences: [
    '(?:prefiero|preferiria|no quiero (?:mas )?<filler>|odio|no me gustan?|me gustan?|me encantan?|no como|no bebo|no soporto|detesto)',
    'mis? [^.!?]{1,20} favorit[oa]s?',
  ],
};
