/** The words of a language around the name of a holiday. */
interface HolidayLanguage {
  /** Without one of these before it, the name of a holiday names no time: "the Christmas tree". */
  readonly leads: string;
  readonly articles: string;
  /** "Last", "this" and "next" after the name. */
  readonly shiftsAfter?: string;
  readonly day: string;
  readonly week: string;
  readonly before: string;
  readonly after: string;
}

/** In the order of the names in each row of `HOLIDAYS` in holiday-words.ts. */
export const HOLIDAY_LANGUAGES: readonly HolidayLanguage[] = [
  {
    leads: 'at|on|over|around|during|since|until|till|before|after|by|for',
    articles: 'the ',
    day: 'day',
    week: 'week',
    before: 'before',
    after: 'after',
  },
  {
    leads: 'an|am|zu|zum|über|um|seit|bis|vor|nach|für',
    articles: 'dem |der |den ',
    day: 'tag',
    week: 'woche',
    before: 'vor',
    after: 'nach',
  },
  {
    leads: "à|au|pour|pendant|depuis|jusqu['’]à|avant|après|le jour de",
    articles: "le |la |l['’]",
    shiftsAfter: 'derni[eè]re?|passée?|prochaine?',
    day: 'jour',
    week: 'semaine',
    before: 'avant',
    after: 'après',
  },
  {
    leads: 'en|por|para|durante|desde|hasta|antes de|después de|día de',
    articles: 'el |la ',
    shiftsAfter: 'pasad[oa]|próxim[oa]',
    day: 'día',
    week: 'semana',
    before: 'antes de',
    after: 'después de',
  },
  {
    leads: "a|al|alla|all['’]|per|durante|fino a|prima di|dopo|giorno di",
    articles: 'il |la ',
    shiftsAfter: 'scors[oa]|prossim[oa]',
    day: 'giorno',
    week: 'settimana',
    before: 'prima di',
    after: 'dopo',
  },
  {
    // "Em Natal" and "para Natal" are the town.
    leads: 'no|na|ao|para [oa]|durante [oa]|desde [oa]|até [oa]|antes d[oa]|depois d[oa]|dia de',
    articles: 'o |a ',
    shiftsAfter: 'passad[oa]|próxim[oa]',
    day: 'dia',
    week: 'semana',
    before: 'antes d[oa]',
    after: 'depois d[oa]',
  },
  {
    leads: 'met|op|rond|sinds|vanaf|tot|voor|na|tijdens',
    articles: 'de |het ',
    day: 'dag',
    week: 'week',
    before: 'voor',
    after: 'na',
  },
];
