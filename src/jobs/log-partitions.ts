import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import {
  createLogPartition,
  getLogPartition,
  listLogPartitions,
} from '../stores/request-log/request-log-partitions.js';

/** Number of future months with a partition. */
const monthsAhead = 2;

/** Creates the partitions of this month and the next two. Rows without one are in the default partition. */
export async function createLogPartitions(services: Services): Promise<void> {
  const present = new Set((await listLogPartitions(services.database)).map(({ name }) => name));
  for (let month = 0; month <= monthsAhead; month += 1) {
    const partition = getLogPartition(services.now(), month);
    if (!present.has(partition.name)) await transact(services, ({ tx }) => createLogPartition(tx, partition));
  }
}
