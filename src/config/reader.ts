/** The environment as text; blank values count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads environment variables and collects every problem, so that all of them are reported together. */
export interface Reader {
  readonly problems: string[];
  /** Names of the variables read so far. */
  readonly names: ReadonlySet<string>;
  text(name: string, fallback: string, options?: { blankIsAbsent: boolean }): string;
  integer(name: string, fallback: number, range: { min: number; max: number }): number;
  flag(name: string, fallback: boolean): boolean;
  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value;
}

/** Creates a reader of the environment without problems. */
export function createReader(env: Environment): Reader {
  const problems: string[] = [];
  const names = new Set<string>();
  const text: Reader['text'] = (name, fallback, { blankIsAbsent } = { blankIsAbsent: true }) => {
    names.add(name);
    const value = env[name] ?? '';
    return (blankIsAbsent ? value.trim() : value) || fallback;
  };
  return {
    problems,
    names,
    text,
    integer(name, fallback, { min, max }) {
      const value = text(name, String(fallback));
      if (/^\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      problems.push(`${name} must be a whole number from ${min} to ${max}.`);
      return fallback;
    },
    flag(name, fallback) {
      const value = text(name, String(fallback)).toLowerCase();
      if (['true', '1', 'yes', 'on'].includes(value)) return true;
      if (['false', '0', 'no', 'off'].includes(value)) return false;
      problems.push(`${name} must be true or false; 1, yes, on, 0, no and off count too.`);
      return fallback;
    },
    oneOf(name, values, fallback) {
      const value = text(name, fallback).toLowerCase();
      const found = values.find((candidate) => candidate === value);
      if (found === undefined) problems.push(`${name} must be one of ${values.join(', ')}.`);
      return found ?? fallback;
    },
  };
}
