import bcrypt from 'bcrypt';

// Hashing a password or a key takes 60 ms at the product's cost, and most tests need an admin with both. In the test process bcrypt
// runs at its lowest cost. Servers and commands that tests start as processes of their own hash at full cost.
const LOWEST_COST = 4;
const state = Symbol.for('memory-gateway.cheap-hashes');

type Library = typeof bcrypt & { [state]?: { highestCost: number } };

function patch(library: Library): { highestCost: number } {
  const { hash } = library;
  const limit = { highestCost: LOWEST_COST };
  library.hash = ((data: string, cost: number) => hash(data, Math.min(cost, limit.highestCost))) as typeof hash;
  return limit;
}

// On the library: a worker runs many test files, each with its own copy of this module.
const limit = ((bcrypt as Library)[state] ??= patch(bcrypt));

/** For tests about the cost of hashing: hashes at the product's cost until the returned function is called. */
export function useFullHashCost(): () => void {
  limit.highestCost = Infinity;
  return () => {
    limit.highestCost = LOWEST_COST;
  };
}
