import { builder } from '../builder.js';

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Sort direction of a list.',
  values: {
    ASC: { value: 'asc', description: 'Sorts the oldest, smallest or alphabetically first item first.' },
    DESC: { value: 'desc', description: 'Sorts the newest, largest or alphabetically last item first.' },
  } as const,
});
