import type { EntityType, MemoryPartsFragment } from '../../../../client/generated/graphql';
import { entityKinds, toEntityUrl } from './entity-kinds';
import type { GraphEdge } from './graph-layout';

/** An entity or a memory in the graph. */
export interface ShownNode {
  readonly id: string;
  /** Null for memories. */
  readonly type: EntityType | null;
  readonly label: string;
  readonly url: string;
  readonly weight: number;
}

interface Owner {
  readonly type: EntityType;
  readonly name: string;
}

const types = Object.keys(entityKinds) as EntityType[];
const toId = ({ type, name }: Owner) => `${type} ${name}`;

/** Converts memories to a graph that links each memory to its entities. The given entity is the first node. */
export function toGraph(
  entity: Owner,
  memories: readonly MemoryPartsFragment[],
): { nodes: ShownNode[]; edges: GraphEdge[] } {
  const owners = new Map<string, ShownNode>([[toId(entity), toEntityNode(entity)]]);
  const edges: GraphEdge[] = [];
  for (const memory of memories) {
    for (const owner of toOwners(memory)) {
      if (!owners.has(toId(owner))) owners.set(toId(owner), toEntityNode(owner));
      edges.push({ from: toId(owner), to: memory.id });
    }
  }
  const texts = memories.map(({ id, text }) => ({ id, type: null, label: text, url: `/memories/${id}`, weight: 1 }));
  return { nodes: [...owners.values(), ...texts], edges };
}

function toOwners(memory: MemoryPartsFragment): Owner[] {
  return types.flatMap((type) => {
    const name = memory[entityKinds[type].field];
    return name ? [{ type, name }] : [];
  });
}

const toEntityNode = (owner: Owner): ShownNode => ({
  id: toId(owner),
  type: owner.type,
  label: owner.name,
  url: toEntityUrl(owner),
  weight: 3,
});
