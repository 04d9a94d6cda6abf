import type { StandingWords } from './rule-words.js';

export const french: StandingWords = {
  typed: {
    'je prefere': 'jprefere jpref',
    'je veux': 'jveux',
    "j'aime": 'jaime',
    jamais: 'jamai',
    toujours: 'tjrs tjs tjr',
    stp: 'svp stpl',
  },
  openers:
    "et mais stp s'il_te_plait s'il_vous_plait desormais dorenavant a_partir_de_maintenant merci_de tu_peux vous_pouvez alors du_coup",
  lists: {
    please: 'stp merci',
    end: [
      "(?= *(?:$|[,;:)]|(?:et|mais|stp|merci|quand|avec moi|pour moi|s'il (?:te|vous) plait|toujours|a partir de|desormais|comme|pas)(?!\\w)))",
    ],
    to: '-?moi avec_moi alors bien me [mt]es_\\w+ les_\\w+ tout',
    act: '(?:repond|utilise|ecri|donne|parle|propose|explique|redige|reste|mets|met|fais|cite|ajoute|commence|termine|envoie|verifie|indique|precise|garde|signale|traduis)(?:s|ez|vez|z|tes)?',
    say: '(?:repond|ecri|parle|explique|redige)(?:s|ez|vez|z)?',
    always: 'toujours uniquement seulement jamais exclusivement systematiquement',
    style:
      'bref breve brefs concise?s? directe?s? (?:in)?formel(?:le)?s? polie?s? claire?s? honnete courte?s? simples? synthetique familier',
    language: 'francais anglais allemand espagnol italien neerlandais portugais russe arabe chinois polonais catalan',
    filler:
      'emojis? smileys anglicismes jargon listes listes_a_puces puces tableaux formules_de_politesse longues_reponses blabla detours exclamations majuscules points_d.exclamation',
    answer: 'code exemples reponses e-?mails mails messages textes recettes mesures',
    others: ["(?![, ]+(?:ils?|elles?|on|la|le|les|l'\\w+|c'est|nous|je|j'\\w+|mon|ma|notre|il y a)(?!\\w))"],
    // After "appelle-moi": a telephone.
    telephone: [
      '(?! (?:quand|demain|si|plus tard|ce soir|a|au|apres|avant|des|vite|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ce|cet|dans|sur|stp|maintenant)(?!\\w))',
    ],
  },
  requests: [
    "ne (?:me |m')(?!laisse|quitte|oublie|attends?|juge|touche|regarde|dis pas que|cherche|reveille)\\w+ (?:pas|plus|jamais)(?! (?:ce soir|demain|aujourd.hui|maintenant|tout de suite|si)(?!\\w))",
    '(?:<always>|que) (?:[\\w-]+ ){1,5}<please>(?= *$)|<always> en (?:<language>|kilometres|euros|celsius)',
    '(?:reponses|messages|explications|textes) (?:plus |tres )?<style><end>|(?:plus|moins) (?:court|long|simple|formel|direct|de texte|de details)<end>',
    '(?:retiens|souviens-toi|note) (?:bien )?que je (?:ne|n|suis|prefere|mange)',
    '<say>(?:<to>| <to>)? (?:etape par etape|pas a pas)',
    '(?:tutoie|tutoyez|vouvoie|vouvoyez)[- ]moi|on se (?:tutoie|vouvoie) (?:stp|desormais|maintenant)|appelle(?:z)?[- ]moi<telephone>',
    '<act>(?:<to>| <to>){0,2} <always>',
    '<say>(?:<to>| <to>){0,2} (?:en (?:<language>|une phrase|phrases courtes|majuscules|minuscules)|brievement|simplement|court|de (?:facon|maniere) (?:\\w+ )?(?:<style>)|(?:sur|avec) un ton \\w+|sans <filler>|comme (?:a|si))<end>',
    "(?:ne )?(?:me |m')?(?:propose|recommande|donne|suggere|conseille|montre|parle|envoie|appelle|ecris|utilise|reponds|fais|mets|dis|sers|commence|repete|demande|coupe|vouvoie|tutoie)z? (?:que|pas(?! (?:que|confiance))|plus|jamais)(?! (?:a|de) (?:ma|mon|ta|ton|sa) )",
    '(?:propose|recommande|suggere|conseille|montre|donne)z?[- ]moi (?:seulement|uniquement|que|plutot)',
    '(?:sois|soyez|reste|restez) (?:plus |tres |moins |toujours )?<style><end>',
    'utilise(?:z)? [^.!?,;]{1,40} (?:pour|dans) (?:le |les |tes |mes |tous les )?<answer>',
    'utilise(?:z)? (?:le |les |la |l.)?(?:systeme metrique|unites? metriques?|celsius|kilometres|euros|format 24)',
    '(?:garde|fais|faites)z? (?:moi )?(?:mes|tes|les|des) (?:e-?mails|mails|messages|reponses|textes) (?:plus )?<style>',
    "(?:(?:evite|arrete)z?(?: avec)?(?: de mettre)?|(?:pas|plus|jamais) d(?:e|'))(?: de| les| la| le| l'| tes| trop de)? ?<filler>",
    "(?:arrete|arretez|cesse|evite|evitez) (?:de |d')(?:me |m'|t'|te |vous )?(?:vouvoyer|tutoyer|excuser|repeter|appeler|donner|proposer|recommander|envoyer|dire|expliquer|utiliser|finir|commencer|parler|repondre|ecrire|mettre)",
    "(?:pas d(?:e |')|sans|moins d(?:e |')|aucune? )(?:\\w+ ){1,3}dans (?:les |tes |mes )?<answer>",
    '<act>(?:<to>| <to>)? (?:\\w+ ){1,6}(?:toujours|a chaque fois)(?= *$)',
    'fais (?:plus )?(?:court|simple|bref)<end>|(?:plus )?court (?:stp|merci)',
    '(?:jamais|toujours) de \\w+ dans (?:tes|mes|les) <answer>',
  ],
  anywhere: [
    "(?:peux|pouvez|peut|va|qu'on|qu'on peut)(?: me| nous| se)? (?:tutoyer|vouvoyer|tutoie|vouvoie)",
    '(?:desormais|dorenavant|a partir de maintenant|a l.avenir)<others>',
    "(?:quand|chaque fois que|a chaque fois que) (?:tu (?:me )?(?:proposes|recommandes|reponds|donnes|expliques|ecris)|je (?:te )?(?:demande|t'envoie|t'ecris|partage))",
    'je (?:veux|voudrais|souhaite) que (?:tu|vous) (?!saches|sachiez|viennes|veniez|sois (?:la|heureu))\\w+',
    'je (?:veux|voudrais|souhaite|prefere|ne veux pas|ne veux plus|veux plus|veux pas) (?:que )?(?:des |de |d.|les )?(?:longues? |courtes? )?(?:<filler>|reponses|explications|messages|textes)',
    '(?:dans|pour) (?:toutes )?(?:tes|mes) (?:<answer>)(?= *[,.!]? *(?:$|utilise|evite|mets))',
    '(?:tes|vos) (?:reponses|messages|textes|explications) sont (?:trop|si)',
  ],
  preferences: [
    "(?:je |j')(?:prefere|prefererais|deteste(?! pas)|n'aime pas|aime pas|ne mange pas|mange pas|ne bois pas|bois pas|adore|evite|ne supporte pas)",
    "j'(?:aime|adore|evite|ai horreur)",
    'm(?:on|a|es) [^.!?]{1,20} preferee?s?',
  ],
};
