import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longer than their size says. vitest begins with the largest of those that it has not run yet, and on
 * a machine without its notes the last of these would run alone, beside an idle core.
 */
const long = [
  'packages/tarballs',
  'docs/programs',
  'import/to-server',
  'dashboard/screenshots',
  'isolation/mutations',
  'isolation/rest-hosted',
  'isolation/rest-self-hosted',
  'isolation/queries',
  'isolation/row-security',
  'providers/front-door-llm',
  // Waits for the pauses of its retries.
  'providers/profile-outage',
  'hostile/secret-removal',
  'deletion/crash',
  'dashboard/explorer',
  'upgrade/rolling',
  'upgrade/fixtures',
  // After the packages, which build the same site.
  'docs/site',
  'configuration/killed',
  'dashboard/offline',
  'import/kill',
  'test/regular-expressions',
  'mcp/stdio',
  'http/stop',
  'e2e/running-server',
  'overload/event-loop-delay',
  'audit-log/kill',
  'events/crash',
  'graphql/mutation-errors',
  'commands/backup',
  'commands/piped-output',
  'extraction/secrets-lookalikes',
  'extraction/chatter-by-meaning',
  'memory/misspelt-words',
  'importers/test/conversations',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank === -1 ? long.length : rank;
};

/** Begins with the longest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
