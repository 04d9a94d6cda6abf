import { readFileSync } from 'node:fs';
import type { Reading } from './process-embedder.js';
import { createGlossary, glossText, glossWords, type Glossary } from './gloss.js';
import { correctWord } from './spelling.js';
import { readWordList } from './word-list.js';

interface Language {
  /** Endings of regular words, without accents. */
  readonly endings: string;
  /** Letters with accents. */
  readonly letters: string;
}

const LANGUAGES: { readonly [language: string]: Language } = {
  de: {
    endings:
      'e en n er ern es em s ns st t te ten test tet est et ste sten ster stes stem ere eren erer eres erem end ende enden ender endes nd in innen nen ung ungen chen lein lich liche lichen ig ige igen iger iges isch ische ischen heit los lose tes ter tem',
    letters: 'äöüß',
  },
  fr: {
    endings:
      's e es x er ir re ons ez ent ais ait ions iez aient ai as a ames ates erent ant ants ante antes ee ees u ue us ues i ie is ies it ite issons issez issent issais issait erai eras era erons erez eront erais erait eraient irai ira irait se eur euse eurs euses rice rices al aux ale ales el elle elles if ive ifs ives eux ien ienne iens iennes ment ne nes le les te tes t ts ds d eons eais eait eant ra rai ement age',
    letters: 'àâæçéèêëîïôœùûüÿ',
  },
  es: {
    endings:
      's es a o as os an ar er ir e en ando iendo endo ado ada ados adas ido ida idos idas aba abas aban abamos ia ias ian iamos aste asteis aron io i ieron iste amos emos imos are aras ara aran aremos aria arian arias ere era eran ire ira iran eria erian iria arme arte arse arlo arla arles ote ita ito itos itas ista istas or ora ores oras mente ais eis ad id ed arnos erme erse irme irse andome iendome oso osa osos osas illo illa azo on ona yendo ran ra',
    letters: 'áéíñóúü',
  },
  it: {
    endings:
      'o a e i are ere ire iamo ate ete ite ano ono avo avi ava avamo avano evo evi eva evano ivo iva ato ata ati uto uta uti ute ito ita iti ando endo ai asti arono ii irono ero era eranno eremo erei erebbe iro ira io ia ie chi che ghi ghe hi he armi arti arsi ermi ersi irmi irsi arlo arla ista isti iste ore ori rice rici mente ino ina ini ine etto etta one',
    letters: 'àèéìíîòóùú',
  },
  pt: {
    endings:
      's es a o as os am ar er ir e em ando endo indo ado ada ados adas ido ida idos idas ava avas avam avamos ia ias iam iamos ei ou aste aram eu iu eram iram amos emos imos arei ara arao aremos aria ariam erei era iria iremos asse esse ote inho inha inhos inhas ista istas or ora ores oras mente ao oes aes ais eis ois m ns is zinho zinha oso osa osos osas assem eiro eira i',
    letters: 'áâãàçéêíóôõúü',
  },
  nl: {
    endings:
      'e en n s t te ten d de den er ers ere st ste end ende tje tjes je jes pje pjes etje etjes ster sters in innen ing ingen aar aars heid lijk lijke ig ige isch ische eren eer eert eerde',
    letters: 'áàäçéèêëïíóöúü',
  },
};

const COMPOUNDS: ReadonlySet<string> = new Set(['de', 'nl']);

let glossary: Glossary | undefined;

/** Reads the word lists of the folder words once. */
function readGlossary(): Glossary {
  glossary ??= createGlossary(
    Object.entries(LANGUAGES).map(([language, { endings, letters }]) =>
      readWordList(readFileSync(new URL(`../words/${language}.txt`, import.meta.url), 'utf8'), {
        endings: new Set(endings.split(' ')),
        letters: new Set(letters),
        hasCompounds: COMPOUNDS.has(language),
        hasUmlauts: language === 'de',
      }),
    ),
  );
  return glossary;
}

interface WordReading extends Reading {
  /** Replaces single words of a text. */
  wordsToEnglish(text: string, words: readonly string[]): string[];
}

/** How all-MiniLM-L6-v2, which reads English, reads six other languages: word by word in English. */
export const ENGLISH_READING: WordReading = {
  version: 1,
  toEnglish: (text) => glossText(readGlossary(), text),
  wordsToEnglish: (text, words) => glossWords(readGlossary(), text, words),
  correct: (word, text) => correctWord(readGlossary(), word, text),
};
