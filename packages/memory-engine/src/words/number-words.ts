const toList = (words: string) => words.split(' ');

/** Number words from two to ten by language: one is an article as well. */
export const NUMBER_WORDS_BY_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  English: toList('two three four five six seven eight nine ten'),
  German: toList('zwei drei vier fünf sechs sieben acht neun zehn'),
  French: toList('deux trois quatre cinq six sept huit neuf dix'),
  Spanish: toList('dos tres cuatro cinco seis siete ocho nueve diez'),
  Italian: toList('due tre quattro cinque sei sette otto nove dieci'),
  Portuguese: toList('dois três quatro cinco seis sete oito nove dez'),
  Dutch: toList('twee drie vier vijf zes zeven acht negen tien'),
};
