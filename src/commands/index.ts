import type { Config } from '../config.js';
import { backupCommands } from './backup-commands.js';
import { bootstrapCommand } from './bootstrap-command.js';
import { type DefineCommand, remoteCommands } from '@memory-gateway/cli';
import { completionCommand } from './completion-command.js';
import { doctorCommand } from './doctor-command.js';
import type { OpenForImport } from './follow-import.js';
import { importCommand } from './import-command.js';
import { migrateCommand } from './migrate-command.js';
import { mcpCommand, type McpMeans } from './mcp-command.js';
import { auditCommands } from './audit-commands.js';
import { projectCommands } from './project-commands.js';
import { pruneLogsCommand } from './prune-logs-command.js';
import type { RemoteConfig } from '../config/remote.js';
import { resetAdminPasswordCommand } from './reset-admin-password-command.js';
import { findRunningServer } from './running-server.js';
import { subjectCommands } from './subject-commands.js';
import { vacuumCommand } from './vacuum-command.js';
import { serverCommands, type ServerParts } from './server-commands.js';
import type { OpenServices } from './with-services.js';

export interface OpenOptions {
  readonly embedder?: boolean;
  readonly alone?: boolean;
  readonly changesNothing?: boolean;
  readonly creates?: boolean | 'named';
}

export interface CommandMeans {
  readonly version: string;
  readonly server: ServerParts & Pick<McpMeans, 'openWorker'>;
  readonly remote: RemoteConfig;
  /**
   * Opens the services of this environment. `embedder` adds the embedding model. `alone` rejects a running server, `creates: false` a
   * data directory without a database, and `creates: 'named'` one that DATA_DIR does not name. `changesNothing` rejects a database whose
   * migrations are missing, and uses a temporary data directory instead of one without a database.
   */
  open(options?: OpenOptions): ReturnType<OpenServices>;
  openForImport: OpenForImport;
  /** Opens the database of this environment without migrating it. */
  openDatabase: Parameters<typeof migrateCommand>[0];
  load(): Promise<Config>;
  /** Describes why the server does not start. Null: the reason is not known. */
  explain(error: unknown): string | null;
}

/** Returns all commands. To add one, create a file in this folder and a line here. */
export function allCommands({
  version,
  server,
  remote,
  open,
  openForImport,
  openDatabase,
  load,
  explain,
}: CommandMeans): DefineCommand[] {
  const openExisting = () => open({ creates: false });
  const openForDoctor = () => open({ embedder: true, changesNothing: true });
  const urls = async () => {
    const { http, database } = await load();
    const { port, dashboardOrigins } = http;
    const running = database.kind === 'embedded' ? findRunningServer(database.dataDir) : null;
    return running ?? { apiUrl: `http://localhost:${port}`, dashboardUrl: dashboardOrigins[0] ?? '' };
  };
  return [
    serverCommands(server),
    bootstrapCommand(open, urls),
    resetAdminPasswordCommand(openExisting),
    mcpCommand({
      version,
      key: remote.key,
      serverUrl: remote.url,
      namedUrl: remote.namedUrl,
      load,
      openWorker: () => server.openWorker(),
    }),
    doctorCommand(openForDoctor, load, explain),
    pruneLogsCommand(openExisting, async () => (await load()).requestLogRetentionDays),
    auditCommands(openExisting, async () => (await load()).auditHeadsFile),
    importCommand(openForImport, remote.key),
    projectCommands({ open: openExisting, openNamed: () => open({ creates: 'named' }) }),
    backupCommands({ open: openExisting, openAlone: () => open({ alone: true }) }),
    ...remoteCommands(version, remote),
    subjectCommands(openExisting),
    vacuumCommand(openExisting),
    migrateCommand(openDatabase),
    completionCommand,
  ];
}
