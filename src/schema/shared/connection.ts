import type { ObjectRef } from '@pothos/core';
import { builder, type ExtendedTypes } from '../builder.js';
import type { ListType } from './field-methods.js';

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Number of items of all pages, counted if selected.',
    complexity: 5,
    resolve: (connection) => connection.total(),
  }),
);

/**
 * Defines the connection of a type.
 * @param rows the rows in the plural, for descriptions: `API keys`
 * @param row one of them: `An API key`
 */
export function connectionType<Row>(
  type: ObjectRef<ExtendedTypes, Row>,
  rows: string,
  row: string,
): ListType<ExtendedTypes, Row> {
  const connection = builder.connectionObject(
    { type, name: `${type.name}Connection`, description: `A page of ${rows}.` },
    { name: `${type.name}Edge`, description: `${row} in a list, with its cursor.` },
  );
  return { type, connection };
}
