import type { Services } from '../../context.js';
import { readDatabaseSize, vacuum } from '@memory-gateway/database';

export interface VacuumResult {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Frees the space of removed rows, for the operator. On the embedded database, no file holds a removed text afterwards. */
export async function vacuumDatabase({ database }: Pick<Services, 'database'>): Promise<VacuumResult> {
  const bytesBefore = await readDatabaseSize(database);
  await vacuum(database);
  return { bytesBefore, bytesAfter: await readDatabaseSize(database) };
}
