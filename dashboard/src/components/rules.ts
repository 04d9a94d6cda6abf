import { isObject } from './is-object.js';
import * as z from 'zod/mini';
import type { Role } from '../api/graphql.js';
import { roles } from '../../../client/generated/lists.js';
import { readTypedDay } from './typed-day.js';
import { formTexts as words } from '../texts/form.js';

/** Rules of form fields. They repeat those of the server, which checks every value again. */
const line = z.string().check(z.trim());

const hasLength = (from: number, to: number, error: string) =>
  z.refine<string>(
    (text) => {
      const { length } = [...text.normalize('NFC')];
      return length >= from && length <= to;
    },
    { error },
  );

/** A name: one line of 1 to 255 characters. */
export const name = line.check(z.minLength(1, words.required), hasLength(0, 255, words.atMost(255)));

export const requiredText = z.string().check(z.trim(), z.minLength(1, words.required));

/** A text as it was typed, such as the password of an account, that may not be empty. */
export const typed = z.string().check(z.minLength(1, words.required));

/** A text that may be left empty, up to the server's limit. Null if it is. */
export const optionalText = z.pipe(
  line.check(z.maxLength(50_000, words.atMost(50_000))),
  z.transform((text) => text || null),
);

/** An email address, by the rule of browsers and of the server. */
export const email = line.check(
  z.minLength(1, words.required),
  z.maxLength(254, words.atMost(254)),
  z.regex(z.regexes.html5Email, words.email),
);

export const newPassword = z.string().check(hasLength(8, 128, words.password));

/** The address of a server that is called: HTTP or HTTPS. */
export const webAddress = line.check(z.minLength(1, words.required), z.regex(/^https?:\/\/\S+$/i, words.url));

/** A whole number in a range, or an empty field: null. */
export const optionalInteger = (from: number, to: number) =>
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((given, context): number | null => {
      const text = String(given).trim();
      const value = Number(text);
      if (text !== '' && !(Number.isInteger(value) && value >= from && value <= to))
        context.issues.push({ code: 'custom', input: given, message: words.integer(from, to) });
      return text === '' ? null : value;
    }),
  );

/** A JSON object, or an empty field: null. */
export const optionalJsonObject = z.pipe(
  z.string(),
  z.transform((text, context): object | null => {
    if (text.trim() === '') return null;
    const value = readJson(text);
    if (isObject(value)) return value;
    context.issues.push({ code: 'custom', input: text, message: words.jsonObject });
    return null;
  }),
);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const role = z.enum(roles.map(({ name: value }) => value) as [Role, ...Role[]]);

/** A day of a `DayField`, which may be left empty. */
export const optionalDay = z.string().check(z.refine((text) => readTypedDay(text) !== null, words.noDay));

/** A time of a `DayField`, as typed. */
export const typedTime = z.string().check(z.refine((text) => Boolean(readTypedDay(text, true)), words.noTime));

/** A time of a `DayField` in the time zone of the browser. */
export const requiredTime = z.pipe(
  typedTime,
  z.transform((text) => new Date(text).toISOString()),
);

/** A time of a `DayField` in the time zone of the browser, which may be left empty. Null if it is. */
export const optionalTime = z.union([
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
  requiredTime,
]);

/** Formats a time for a `DayField`: in the time zone of the browser, to the minute. */
export const toLocalTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Rule of a form that repeats a new password in `repeat`. */
export const repeats = <Name extends string>(password: Name) =>
  z.refine<Record<Name | 'repeat', string>>((values) => values[password] === values.repeat, {
    error: words.repeat,
    path: ['repeat'],
  });
