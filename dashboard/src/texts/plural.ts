import { locale } from './locale.js';

const rules = new Intl.PluralRules(locale);

/** Returns the sentence for a number, by the plural rules of the language. `#` in the second sentence becomes the number. */
export const plural = (count: number, one: string, other: string): string =>
  rules.select(count) === 'one' ? one : other.replace('#', count.toLocaleString(locale));
