const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Reads one of some values from the URL, or else the default. */
export function toChoice<Value extends string, Default extends Value | null>(
  text: string | null,
  values: readonly Value[],
  otherwise: Default,
): Value | Default {
  return values.find((value) => value === text) ?? otherwise;
}

/** Reads the value of one of some choices from the URL, or else the default. */
export const toValue = <Value extends string>(
  text: string | null,
  choices: readonly { readonly value: Value }[],
  otherwise: Value,
): Value => choices.find(({ value }) => value === text)?.value ?? otherwise;

/** Reads a time from the URL as ISO 8601, or undefined if it is none. */
export function toTime(text: string | null): string | undefined {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Reads a day such as `2026-11-23` from the URL, or null if the calendar has no such day. */
export function toDay(text: string | null): string | null {
  if (text === null || !dayPattern.test(text)) return null;
  return toTime(`${text}T00:00:00Z`)?.startsWith(text) ? text : null;
}
