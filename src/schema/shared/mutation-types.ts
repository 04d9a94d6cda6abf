import type { ObjectRef } from '@pothos/core';
import { builder, capital, type SchemaTypes } from '../builder.js';

/** Defines the input of a mutation that takes an id alone. */
export function idInput(mutation: string, description: string) {
  return builder.inputType(`${capital(mutation)}Input`, {
    description: `Input for \`${mutation}\`.`,
    fields: (t) => ({ id: t.id({ required: true, description }) }),
  });
}

type Extended = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Defines the payload of a mutation whose use case returns the object of the payload's only field. */
export function objectPayload<Row extends object>(
  mutation: string,
  [field, type]: readonly [name: string, type: ObjectRef<Extended, Row>],
  description: string,
) {
  return builder.objectRef<Row>(`${capital(mutation)}Payload`).implement({
    description: `Payload of \`${mutation}\`.`,
    // The compiler cannot reduce the shape of an open type.
    fields: (t) => ({ [field]: t.field({ type, description, resolve: (row) => row as never }) }),
  });
}

/** Defines the payload of a mutation that returns the id of what it deleted. */
export function deletedPayload(mutation: string, field: string, description: string) {
  return builder.objectRef<{ id: string }>(`${capital(mutation)}Payload`).implement({
    description: `Payload of \`${mutation}\`.`,
    fields: (t) => ({ [field]: t.exposeID('id', { description }) }),
  });
}
