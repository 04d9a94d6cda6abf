import { fsyncSync } from 'node:fs';
import { PGlite, type Extension } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';

interface NodeFilesystem {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } } };
}

/**
 * Makes acknowledged commits survive a power loss. The engine's file layer has an fsync without effect, its fdatasync
 * cannot be replaced, and its default start parameters disable syncing. This extension adds a real fsync, and {@link
 * startParams} enables it.
 */
const durable: Extension = {
  name: 'durable',
  setup: async (_engine, options: { preRun: ((module: NodeFilesystem) => void)[] }) => {
    options.preRun.push((module) => {
      module.FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd);
        return 0;
      };
    });
    return { emscriptenOpts: options };
  },
};

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'TimeZone=UTC'],
  // A recycled log segment is renamed with its content, and would keep deleted texts.
  ...['-c', 'wal_recycle=off'],
  // The default of 128 MB stays resident once filled, although the operating system caches the files too.
  ...['-c', 'shared_buffers=16MB'],
];

/**
 * Opens the database engine on a directory in 0.2 to 1.2 s, and creates the database if there is none. Every query blocks the thread:
 * call it in a worker thread.
 * @param directory folder of the database files; no other process may have it open
 */
export function openEngine(directory: string): Promise<PGlite> {
  return PGlite.create({
    dataDir: directory,
    extensions: { vector, pg_trgm, btree_gin, durable },
    // Small log segments make a new database 10 MB smaller and halve the time to create it.
    initDbStartParams: ['--wal-segsize=1'],
    startParams,
  });
}
