import { z } from 'zod';

/**
 * A whole number as an argument of a tool. The schema shows the bounds, of which a model knows nothing otherwise; the use case checks them, because
 * its error names the argument.
 */
export const wholeNumber = (bounds: { minimum: number; maximum?: number }) =>
  z
    .number()
    .int()
    .optional()
    .meta({ maximum: undefined, ...bounds });
