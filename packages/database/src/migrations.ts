export {
  listAppliedMigrations,
  listHeldMigrations,
  listPendingMigrations,
  migrate,
  refusePendingMigrations,
  refuseUnfitDatabase,
} from './migrate.js';
export { readMigrations } from './migration-files.js';
export { planMigrations, type PlannedStep } from './migration-plan.js';
export { arePartitionsMissing } from './partitions.js';
