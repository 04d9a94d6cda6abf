/** A command line, and the actions of the audit log that it must write. */
export interface CommandCase {
  /** Arguments after the name. Absent: the command is not run, for the reason in `why`. */
  readonly argv?: (means: CommandMeans) => readonly string[] | Promise<readonly string[]>;
  readonly actions: readonly string[];
  /** Why a command writes no row, or more than one. */
  readonly why?: string;
}

export interface CommandMeans {
  /** Returns the path of a new file. */
  file(name: string): string;
  email(): Promise<string>;
  apiKeyId(): Promise<string>;
  emptyProject(): Promise<string>;
  exportedProject(): Promise<string>;
  oldRequest(): Promise<void>;
  removeUsers(): Promise<void>;
}

const reads = (...argv: string[]): CommandCase => ({ argv: () => argv, actions: [], why: 'Reads only.' });
const longRunning: CommandCase = { actions: [], why: 'Runs until a signal. Its APIs and jobs write the rows.' };

/** A case for every command, in the order in which they run. The walk fails for a command without a case. */
export const commandCases: Readonly<Record<string, CommandCase>> = {
  serve: longRunning,
  worker: longRunning,
  mcp: { actions: [], why: 'Forwards requests to a server. The tools have cases of their own.' },
  restore: { actions: [], why: 'Replaces the whole database, with the audit log of the backup.' },
  'logs tail': { actions: [], why: 'Reads until a signal.' },
  doctor: { actions: [], why: 'Reads only.' },
  'schema print': { actions: [], why: 'Reads only, and needs no database.' },
  'subgraph-schema': { actions: [], why: 'Reads only, and needs no database.' },
  completion: reads('bash'),
  'audit export': reads(),
  'verify-audit': reads(),
  'keys list': reads(),
  users: reads(),
  search: reads('lamp', '--user-id', 'rosa'),
  list: reads('--user-id', 'rosa'),
  export: reads(),
  add: { argv: () => ['The lamp is red.', '--user-id', 'rosa'], actions: ['memory.add'] },
  'keys create': { argv: () => ['--label', 'ci'], actions: ['api_key.create'] },
  'keys revoke': { argv: async ({ apiKeyId }) => [await apiKeyId()], actions: ['api_key.revoke'] },
  'project export': { argv: ({ file }) => [file('project.jsonl')], actions: ['project.export'] },
  'project import': {
    argv: async ({ exportedProject, emptyProject }) => [await exportedProject(), '--project', await emptyProject()],
    actions: ['project.import'],
  },
  import: {
    argv: () => ['--format', 'mem0', '--file', 'test/import/fixtures/mem0.json', '--user-id', 'rosa'],
    actions: ['import.accept', 'memory.import'],
    why: 'The command accepts the import, and a job imports the memories.',
  },
  backup: { argv: ({ file }) => [file('all.jsonl')], actions: ['installation.backup'] },
  'subject export': {
    argv: ({ file }) => [file('rosa.jsonl'), '--user-id', 'rosa'],
    actions: ['subject.export'],
  },
  'subject erase': { argv: () => ['--user-id', 'rosa'], actions: ['subject.erase'] },
  migrate: { actions: [], why: 'Changes tables, and no data of its own.' },
  vacuum: { actions: [], why: 'Rewrites files, and changes no data.' },
  'prune-logs': {
    argv: async ({ oldRequest }) => {
      await oldRequest();
      return [];
    },
    actions: ['request_log.prune'],
  },
  'reset-admin-password': {
    argv: async ({ email }) => ['--email', await email(), '--password', 'another long password'],
    actions: ['user.set_password'],
  },
  bootstrap: {
    argv: async ({ removeUsers }) => {
      await removeUsers();
      return ['--email', 'first@example.com', '--password', 'a long password'];
    },
    actions: ['user.create', 'api_key.create'],
    why: 'Creates the first admin and the first API key.',
  },
};
