import type { EntityType, MemoryPartsFragment } from '../../api/graphql';
import { entitiesTexts } from '../../texts/entities';
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

export interface Owner {
  readonly type: EntityType;
  readonly name: string;
}

/** Returns the accessible name of a node. */
export const toNodeName = ({ type, label }: ShownNode): string =>
  type === null ? `${entitiesTexts.memory}: ${label}` : `${entityKinds[type].label} ${label}`;

const types = Object.keys(entityKinds) as EntityType[];
const toId = ({ type, name }: Owner) => `${type} ${name}`;

/** Nodes of a graph. More would neither be readable nor laid out within a frame or two. */
const mostNodes = 300;

/**
 * Converts memories to a graph that links each memory to its entities. The given entity is the first node. Leaves out
 * memories that would exceed 300 nodes.
 */
export function toGraph(
  entity: Owner | null,
  memories: readonly MemoryPartsFragment[],
): { nodes: ShownNode[]; edges: GraphEdge[] } {
  const owners = new Map<string, ShownNode>(entity ? [[toId(entity), toEntityNode(entity)]] : []);
  const edges: GraphEdge[] = [];
  const shown: MemoryPartsFragment[] = [];
  for (const memory of memories) {
    const added = toOwners(memory).filter((owner) => !owners.has(toId(owner))).length;
    if (owners.size + shown.length + added + 1 > mostNodes) break;
    shown.push(memory);
    for (const owner of toOwners(memory)) {
      if (!owners.has(toId(owner))) owners.set(toId(owner), toEntityNode(owner));
      edges.push({ from: toId(owner), to: memory.id });
    }
  }
  const nodes = shown.map(({ id, text }) => ({ id, type: null, label: text, url: `/memories/${id}`, weight: 1 }));
  return { nodes: [...owners.values(), ...nodes], edges };
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
