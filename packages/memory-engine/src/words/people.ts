// Words of people around the speaker. English, German, French, Spanish, Italian, Portuguese and Dutch.

/** People whose homes and jobs are not those of the speaker. */
export const PERSON = new RegExp(
  `^(?:${[
    'sisters?|brothers?|mother|mum|mom|father|dad|parents|sons?|daughters?|aunt|uncle|cousins?|nieces?|nephews?|friends?|neighbou?rs?|colleagues?|roommates?|flatmates?|interns?|girlfriend|boyfriend|wife|husband|grand\\p{L}+|step\\p{L}+|\\p{L}+-in-law',
    'schwester|bruder|mutter|vater|eltern|sohn|tochter|nachbar\\p{L}*|frau|mann|nichte|neffe|kolleg(?:e|in|en)|freund(?:in)?|oma|opa|cousine?',
    'herman[oa]s?|madre|padres?|hij[oa]s?|vecin[oa]s?|mujer|marido|espos[oa]|amig[oa]s?|compañer[oa]s?|sobrin[oa]s?|abuel[oa]s?|suegr[oa]s?|ti[oa]s?|primo|cuñad[oa]',
    'sœur|soeur|frère|mère|père|parents|fils|fille|voisine?s?|mari|femme|amie?s?|collègues?|cousine?s?|nièce|neveu|belle-\\p{L}+|beau-\\p{L}+',
    'sorell[ae]|fratell[oi]|genitori|figli[oaie]|vicin[oaie]|moglie|amic[oaihe]+|mamma|papà|suocer[oai]|zi[oa]|nonn[oaie]|cugin[oaie]|collega',
    'irmãs?|irmãos?|mãe|pai|pais|filh[oa]s?|vizinh[oa]s?|mulher|av[óô]s?|sogr[oa]s?|coleg[ao]s?',
    'zus(?:je)?|broer|moeder|vader|ouders|zoon|dochter|buurman|buurvrouw|buren|man|vrouw|vriend(?:in)?|collega|neef|nicht|opa|oma',
  ].join('|')})(?:['’]?s)?$`,
  'iu',
);
/** Words before a person of somebody, without which "son" is a verb and "Frau" a title. */
export const OF_SOMEBODY =
  /^(?:my|our|his|her|their|your|\p{L}+['’]s|mein\p{L}*|unser\p{L}*|sein\p{L}*|ihre?\p{L}*|mis?|sus?|nuestr\p{L}+|mon|ma|mes|notre|nos|sa|ses|mi[oae]i?|miei|nostr\p{L}+|suo|sua|meus?|minhas?|noss\p{L}+|mijn|onze?|ons)$/iu;
