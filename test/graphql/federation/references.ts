import { assertObjectType, getNamedType, isLeafType, isRequiredArgument } from 'graphql';
import { createSubgraph } from '../../../src/schema/federation/subgraph.js';
import { buildSchema } from '../../../src/schema/index.js';
import { absentIds, type Caller, type Target } from '../../isolation/ids.js';
import type { IsolationWorld } from '../../isolation/world.js';

/** Types of the subgraph with a key, except `User`. */
export const types = [
  'Memory',
  'MemoryDeletion',
  'MemoryEntity',
  'MemoryEvent',
  'MemoryExport',
  'MemoryFeedback',
  'MemoryHistoryEntry',
  'MemoryLink',
  'MemoryOrganization',
  'MemoryProfileJob',
  'MemoryProject',
  'MemoryUser',
  'MemoryWebhook',
  'MemoryWebhookAttempt',
  'MemoryWebhookDelivery',
] as const;
export type TypeName = (typeof types)[number];

/** Id of one object of each type. */
export type References = Readonly<Record<TypeName, string>>;

/** Reads the ids that the types have in GraphQL, from the whole schema. */
export async function findReferences(world: IsolationWorld, caller: Caller, target: Target): Promise<References> {
  const ids = world.ids[target];
  const query = `{ entity(type: USER, name: "${ids.entity}", projectId: "${ids.project}") { id }
    feedback(projectId: "${ids.project}", first: 1) { nodes { id } } viewer { user { id } } }`;
  const { body } = await world.test.as(world.keys[caller]).rest<{
    data: { entity: { id: string }; feedback: { nodes: { id: string }[] }; viewer: { user: { id: string } } };
  }>('POST', '/graphql', { query });
  return {
    Memory: ids.memory,
    MemoryDeletion: ids.deletion,
    MemoryEntity: body.data.entity.id,
    MemoryEvent: ids.event,
    MemoryExport: `exp_${ids.export}`,
    MemoryFeedback: body.data.feedback.nodes[0]?.id ?? '',
    MemoryHistoryEntry: ids.memoryChange,
    MemoryLink: ids.link,
    MemoryOrganization: ids.organization,
    MemoryProfileJob: ids.profileJob,
    MemoryProject: ids.project,
    MemoryUser: body.data.viewer.user.id,
    MemoryWebhook: ids.webhook,
    MemoryWebhookAttempt: ids.attempt,
    MemoryWebhookDelivery: ids.delivery,
  };
}

/** Ids that no object has. */
export const absent: References = {
  Memory: absentIds.memory,
  MemoryDeletion: absentIds.deletion,
  MemoryEntity: 'ent_999999999',
  MemoryEvent: absentIds.event,
  MemoryExport: `exp_${absentIds.event}`,
  MemoryFeedback: absentIds.event,
  MemoryHistoryEntry: absentIds.memoryChange,
  MemoryLink: absentIds.event,
  MemoryOrganization: absentIds.organization,
  MemoryProfileJob: absentIds.profileJob,
  MemoryProject: absentIds.project,
  MemoryUser: absentIds.event,
  MemoryWebhook: absentIds.webhook,
  MemoryWebhookAttempt: absentIds.attempt,
  MemoryWebhookDelivery: absentIds.delivery,
};

const { schema } = createSubgraph(buildSchema());

/** Returns the selection of every field of a type that has a plain value and needs no argument. */
export function listLeafFields(type: TypeName): string {
  const fields = Object.values(assertObjectType(schema.getType(type)).getFields());
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument));
  return leaves.map(({ name }) => name).join(' ');
}
