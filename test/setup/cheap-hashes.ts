import bcrypt from 'bcrypt';

// Hashing a password or key takes 60 ms at the product's cost, and most tests need an admin with both. Tests therefore
// use bcrypt's lowest cost in their process. Servers and commands in child processes use the full cost.
const LOWEST_COST = 4;
const state = Symbol.for('memory-gateway.cheap-hashes');

type Library = typeof bcrypt & { [state]?: { highestCost: number } };

function patch(library: Library): { highestCost: number } {
  const { hash } = library;
  const limit = { highestCost: LOWEST_COST };
  library.hash = ((data: string, cost: number) => hash(data, Math.min(cost, limit.highestCost))) as typeof hash;
  return limit;
}

// Patches the library, because each test file of a worker has its own copy of this module.
const limit = ((bcrypt as Library)[state] ??= patch(bcrypt));

/** Uses the product's cost of hashing until the returned function is called. */
export function useFullHashCost(): () => void {
  limit.highestCost = Infinity;
  return () => {
    limit.highestCost = LOWEST_COST;
  };
}
