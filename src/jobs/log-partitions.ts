import { transact, type Services } from '../context.js';
import {
  createLogPartition,
  getLogPartition,
  listLogPartitions,
} from '../stores/request-log/request-log-partitions.js';

/** Months that have a partition before they begin. */
const monthsAhead = 2;

/**
 * Creates the partitions of this month and the next two. A month without a partition is no failure: its rows are in the default
 * partition until the next call moves them.
 */
export async function createLogPartitions(services: Services): Promise<void> {
  const present = new Set((await listLogPartitions(services.database)).map(({ name }) => name));
  for (let month = 0; month <= monthsAhead; month += 1) {
    const partition = getLogPartition(services.now(), month);
    if (!present.has(partition.name)) await transact(services, ({ tx }) => createLogPartition(tx, partition));
  }
}
