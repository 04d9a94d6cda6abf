/** Input of a caller is invalid. `fields` holds the problems by the name of the field. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(readonly fields: Readonly<Record<string, string[]>>) {
    super(Object.values(fields).flat().join(' '));
  }
}
