import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** An operation as a client sends it. */
export interface Operation {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

export interface DocumentParts {
  readonly schema: GraphQLSchema;
  readonly random: () => number;
  /** Ids that exist. */
  readonly ids: readonly string[];
  /** Names of fields whose values differ from one request to the next. */
  readonly without: ReadonlySet<string>;
}

/** Returns a generator of random queries: most are valid, some have faults of syntax, names, types or variables. */
export function createRandomOperations({ schema, random, ids, without }: DocumentParts): () => Operation {
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
  const chance = (share: number) => random() < share;

  /** Returns a JSON value of an input type; sometimes of another type. */
  function value(type: GraphQLInputType, depth = 0): unknown {
    if (isNonNullType(type)) return value(type.ofType, depth);
    if (chance(0.03)) return pick([null, 'x', 1.5, true, { a: 1 }, []]);
    if (isListType(type)) return Array.from({ length: Math.floor(random() * 3) }, () => value(type.ofType, depth));
    if (isEnumType(type)) return pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(
        (field) => isRequiredInputField(field) || (depth < 2 && chance(0.3)),
      );
      return Object.fromEntries(fields.map((field) => [field.name, value(field.type, depth + 1)]));
    }
    const { name } = getNamedType(type);
    if (name === 'Int' || name === 'Float') return pick([0, 1, 2, 20, -1, 5000]);
    if (name === 'Boolean') return chance(0.5);
    if (name === 'ID') return pick([...ids, 'nobody', '']);
    return pick(['lamp', '', 'ann', '2026-01-01', '2026-01-01T00:00:00Z', 'ünïcode']);
  }

  return () => {
    const variables: Record<string, unknown> = {};
    const definitions: string[] = [];
    const argument = ({ name, type }: { name: string; type: GraphQLInputType }): string => {
      const variable = `v${definitions.length}`;
      definitions.push(`$${variable}: ${String(type)}`);
      if (!chance(0.03)) variables[variable] = value(type);
      return `${name}: $${variable}`;
    };
    const field = (selected: GraphQLField<unknown, unknown>, depth: number): string => {
      const args = selected.args.filter((given) => isRequiredArgument(given) || chance(0.2)).map(argument);
      const alias = chance(0.1) ? `a${Math.floor(random() * 3)}: ` : '';
      const directive = chance(0.05) ? pick([' @include(if: true)', ' @skip(if: true)', ' @nothing']) : '';
      const head = `${alias}${selected.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive}`;
      const type = getNamedType(selected.type);
      return isLeafType(type) ? head : `${head} { ${selection(type, depth - 1)} }`;
    };
    const selection = (type: GraphQLNamedType, depth: number): string => {
      if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
      const fields = Object.values(type.getFields()).filter(
        (candidate) => !without.has(candidate.name) && (depth > 0 || isLeafType(getNullableType(candidate.type))),
      );
      const chosen = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(fields));
      return [
        '__typename',
        ...chosen.filter(Boolean).map((one) => (chance(0.02) ? 'nothing' : field(one, depth))),
      ].join(' ');
    };
    const root = schema.getQueryType();
    if (!root) throw new Error('The schema has queries.');
    const body = selection(root, 3);
    const head = definitions.length > 0 ? `query Q(${definitions.join(', ')})` : 'query Q';
    const second = chance(0.05) ? ' query R { viewer { isAdmin } }' : '';
    const query = `${head} { ${body} }${second}`;
    return {
      query: chance(0.03) ? query.slice(0, Math.floor(random() * query.length)) : query,
      ...(chance(0.3) && { operationName: pick(['Q', 'Q', 'Q', 'R', 'Nobody', '']) }),
      ...(definitions.length > 0 && { variables }),
    };
  };
}
