const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const MINUTES: Readonly<Record<string, number>> = {
  five: 5,
  ten: 10,
  quarter: 15,
  twenty: 20,
  'twenty-five': 25,
  half: 30,
};

const hour = `(${HOURS.join('|')}|1[0-2]|[1-9])`;
const dayPart = `(?: ?(am|a\\.m\\.|pm|p\\.m\\.|in the (?:morning|afternoon|evening)|at night)(?!\\p{L}))?`;
const START = '(?<![\\p{L}\\p{N}:.])';
const END = '(?![\\p{L}\\p{N}:])';
// "Ten to five" may be working hours.
const SPOKEN = new RegExp(
  `${START}(?:a )?(?:(half|quarter|five|ten|twenty|twenty-five)(?: minutes)? past|(quarter|twenty|twenty-five)(?: minutes)? to) ${hour}${END}${dayPart}`,
  'giu',
);
const FULL = new RegExp(`${START}${hour} o['’]clock${END}${dayPart}`, 'giu');
const DIGITAL = new RegExp(`${START}(1[0-2]|0?[1-9])[:.]([0-5]\\d) ?(am|a\\.m\\.|pm|p\\.m\\.)(?!\\p{L})`, 'giu');
const NAMED = /(?<![\p{L}\p{N}])(noon|midday|midnight)(?![\p{L}\p{N}])/giu;

/** Writes the clock times of an English query in digits: "a quarter to nine" becomes "8:45". "Noon" and "midnight" stay beside them. */
export function writeClockTimes(query: string): string {
  return query
    .replace(SPOKEN, (...found: (string | undefined)[]) => toSpokenDigits(found.slice(1)))
    .replace(FULL, (_all, name: string, part?: string) => toDigits(toHour(name, part) * 60))
    .replace(DIGITAL, (...found: (string | undefined)[]) => {
      const [, name = '', minutes, part] = found;
      return toDigits(toHour(name, part) * 60 + Number(minutes));
    })
    .replace(NAMED, (name) => `${name} ${name.toLowerCase() === 'midnight' ? '00:00' : '12:00'}`);
}

function toSpokenDigits([past, to, name = '', part]: readonly (string | undefined)[]): string {
  const minutes = past === undefined ? -toMinutes(to) : toMinutes(past);
  return toDigits(toHour(name, part) * 60 + minutes);
}

function toMinutes(word = ''): number {
  return MINUTES[word.toLowerCase()] ?? 0;
}

/** Returns the other ways to write a clock time in digits: "8:45" is also "08:45" and "8.45", "19:30" is also "7:30". */
export function listClockForms(word: string): string[] {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)$/u.exec(word);
  if (!found) return [];
  const [hours, minutes] = [Number(found[1]), found[2] ?? ''];
  const written = [hours, ...(hours > 12 ? [hours - 12] : [])].flatMap((each) => [
    String(each),
    String(each).padStart(2, '0'),
  ]);
  return [...new Set(written)]
    .flatMap((each) => [`${each}:${minutes}`, `${each}.${minutes}`])
    .filter((form) => form !== word);
}

function toHour(name: string, part: string | undefined): number {
  const number = (HOURS.indexOf(name.toLowerCase()) + 1 || Number(name)) % 12;
  // One is 13, which is also written as 1: so a quarter to one is 12:45.
  if (part === undefined) return number < 2 ? number + 12 : number;
  const isMorning = /^(?:am|a\.m|in the m)/iu.test(part) || (number < 6 && /^at/iu.test(part));
  return number + (isMorning ? 0 : 12);
}

function toDigits(minutes: number): string {
  const inDay = (minutes + 24 * 60) % (24 * 60);
  return `${Math.floor(inDay / 60)}:${String(inDay % 60).padStart(2, '0')}`;
}
