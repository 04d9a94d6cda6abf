/** Returns a value as JSON without its IDs, hashes and times, in which the digits of a short secret can stand by chance. */
export const withoutIds = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,}|\d{4}-\d\d-\d\dT[\d:.]+/gu,
    '',
  );
