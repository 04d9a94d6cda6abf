import type { FieldMap, InputFieldBuilder, InputFieldMap, ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import { builder, capital, type ExtendedTypes } from '../builder.js';

/** Defines the input of a mutation. The note ends its description. */
export function inputOf<Fields extends InputFieldMap>(
  mutation: string,
  fields: (t: InputFieldBuilder<ExtendedTypes, 'InputObject'>) => Fields,
  note?: string,
) {
  return builder.inputType(`${capital(mutation)}Input`, { description: describe('Input for', mutation, note), fields });
}

/** Defines the input of a mutation that takes an id alone. */
export function idInput(mutation: string, description: string) {
  return inputOf(mutation, (t) => ({ id: t.id({ required: true, description }) }));
}

/** Defines the payload of a mutation. The note ends its description. */
export function payloadOf<Row extends object>(
  mutation: string,
  fields: (t: ObjectFieldBuilder<ExtendedTypes, Row>) => FieldMap,
  note?: string,
) {
  const type = builder.objectRef<Row>(`${capital(mutation)}Payload`);
  return type.implement({ description: describe('Payload of', mutation, note), fields });
}

const describe = (noun: string, mutation: string, note?: string): string =>
  [`${noun} \`${mutation}\`.`, note].filter(Boolean).join(' ');

/** Defines the payload of a mutation whose use case returns the object of the payload's only field. */
export function objectPayload<Row extends object>(
  mutation: string,
  [field, type]: readonly [name: string, type: ObjectRef<ExtendedTypes, Row>],
  description: string,
) {
  // The compiler cannot reduce the shape of an open type.
  return payloadOf<Row>(mutation, (t) => ({ [field]: t.field({ type, description, resolve: (row) => row as never }) }));
}

/** Defines the payload of a mutation that returns the id of what it deleted. */
export function deletedPayload(mutation: string, field: string, description: string) {
  return payloadOf<{ id: string }>(mutation, (t) => ({ [field]: t.exposeID('id', { description }) }));
}
