import { locale } from './locale.js';

/** English texts of forms: buttons, and what is wrong with a field. */
export const formTexts = {
  cancel: 'Cancel',
  save: 'Save',
  required: 'Fill in this field.',
  atMost: (characters: number) => `At most ${characters.toLocaleString(locale)} characters.`,
  email: 'Enter an email address, like ada@example.com.',
  password: 'Use 8 to 128 characters.',
  repeat: "Passwords don't match",
  url: 'Enter a URL that begins with https:// or http://.',
  integer: (from: number, to: number) =>
    to === Number.MAX_SAFE_INTEGER
      ? `Enter a whole number from ${from.toLocaleString(locale)}.`
      : `Enter a whole number from ${from.toLocaleString(locale)} to ${to.toLocaleString(locale)}.`,
  number: (from: number, to: number) => `Enter a number from ${from} to ${to.toLocaleString(locale)}.`,
  jsonObject: 'Enter a JSON object, like {"plan": "trial"}.',
  chooseOne: 'Choose at least one.',
  day: 'Enter a day.',
} as const;
