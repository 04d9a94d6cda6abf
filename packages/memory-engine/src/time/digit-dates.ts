import { day, months, nearest, toFound, type FoundPeriod, type Period, type Tense } from './period.js';

/** "24.12.2023", "2023/12/25" and German "am 24.12." Of "12/25/2023", only one order is possible; "5/6/2023" is no date. */
export const NUMERIC =
  /(?<![\d.,/-])(?:(\d{1,2})([./-])(\d{1,2})\2((?:19|20)\d{2})|((?:19|20)\d{2})([./])(\d{1,2})\6(\d{1,2})|(?<=(?<!\p{L})(?:am|vom|bis|zum|seit|ab|den) )(\d{1,2})\.(\d{1,2})\.)(?![\d/-]|[.,]\d)/iu;
/** "My rent rose to 2000 euros." */
const QUANTITY =
  'euros?|eur|dollars?|usd|pounds?|gbp|francs?|franken|chf|pesos?|reais|yen|[km]?cal|(?:kilo)?calor\\p{L}+|kalorien|steps|schritten?|pas|pasos|passos|passi|stappen|miles|km|kilomet\\p{L}+|met(?:er|re)s?|m|mm|cm|k?g|mg|grams?|gramm|ml|lit(?:er|re)s?|kwh|watts?|mb|gb|hours|stunden|words|wörtern?|people|personen|pages|seiten|points|users|members|employees|mitarbeitern?|square|feet|rpm|followers';
const YEAR = new RegExp(
  `(?<=(?<![\\p{L}\\p{N}])(?:early|mid|late|anfang|mitte|ende|début|mi|fin|(?:principios|mediados|finales|fines) de|inizio|metà|fine|(?:início|meados|final|fim) de|begin|midden|eind|in|during|of|since|until|by|before|after|year|im jahr|seit|vor|nach|bis|en|depuis|avant|après|desde|antes de|después de|dal?|nel|dopo|prima del|em|sinds|voor|na|between|and|from|to) )(?:19|20)\\d{2}(?![\\p{L}\\p{N}%]|[.,]\\d| ?(?:[€$£]|(?:${QUANTITY})(?![\\p{L}\\p{N}]))| (?:to|and|bis|und|à|et|a|y|e) \\d+(?!\\d)(?<!(?<!\\d)(?:19|20)\\d\\d)| (?:to|and|bis|und|à|et|a|y|e) \\d{4} ?(?:[€$£]|${QUANTITY}))|(?:19|20)\\d{2}年`,
  'iu',
);

/** Returns the day that {@link NUMERIC} found, or null if there is none or two. */
export function readNumeric(found: RegExpExecArray, at: { now: number; tense: Tense }): Period | null {
  const [, first, sign, second, year, yearFirst, , month, date, dayOnly, monthOnly] = found;
  if (dayOnly !== undefined)
    return nearest(undefined, at, (inYear) => day(inYear, Number(monthOnly) - 1, Number(dayOnly)));
  if (yearFirst !== undefined) return day(Number(yearFirst), Number(month) - 1, Number(date));
  const [one, other] = [Number(first), Number(second)];
  if (sign !== '.' && one <= 12 && other <= 12 && one !== other) return null;
  return other > 12 ? day(Number(year), one - 1, other) : day(Number(year), other - 1, one);
}

/** Returns the year that a text names behind a word such as "in" or "since". */
export function namedYear(text: string): FoundPeriod | null {
  const found = YEAR.exec(text);
  return found && toFound(found, months(Number(found[0].slice(0, 4)), 0, 12));
}
