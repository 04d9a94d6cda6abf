import { locale } from './locale.js';

export const formTexts = {
  cancel: 'Cancel',
  save: 'Save',
  required: 'Fill in this field.',
  changedMeanwhile: (value: string) => `Changed to ${value} since you opened this page. Save again to replace it.`,
  changedElsewhere: 'Another person has saved other values.',
  on: 'on',
  off: 'off',
  empty: 'empty',
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
  noDay: 'Enter a day, like 23 Nov 2026 or 2026-11-23.',
  noTime: 'Enter a day and a time, like 23 Nov 2026, 18:42.',
  dayExample: '23 Nov 2026',
  timeExample: '23 Nov 2026, 18:42',
  calendar: 'Calendar',
  calendarOf: (label: string) => `${label}: choose in a calendar`,
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
} as const;
