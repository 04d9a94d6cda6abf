import { isCurrent } from '../memory/memory-scope.js';

export const entityTypes = ['user', 'agent', 'app', 'run'] as const;

// Each count uses the partial index of its column (memories_user_idx and its siblings).
/** Returns SQL for the number of memories of the entity `e`, without merged ones and those that expired before `day`. */
export const countOfEntity = (day: string) =>
  `CASE e.type ${entityTypes
    .map(
      (type) =>
        `WHEN '${type}' THEN (SELECT count(*) FROM memories m WHERE m.project_id = $1 AND m.${type}_id = e.name AND ${isCurrent(day)})`,
    )
    .join(' ')} END`;
