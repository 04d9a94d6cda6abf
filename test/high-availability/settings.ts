import { postgresFolder } from './programs.js';

interface NodePorts {
  readonly postgres: number;
  readonly rest: number;
}

export interface Ports {
  readonly etcd: number;
  readonly etcdPeer: number;
  readonly primary: number;
  readonly nodes: readonly NodePorts[];
}

/** The file of a node, as docs/high-availability.md has it. Nodes share one disk here, so nothing waits for it. */
export function patroniFile(index: number, folder: string, ports: Ports): string {
  const { postgres = 0, rest = 0 } = ports.nodes[index] ?? {};
  return `scope: memory
name: n${index}
restapi: {listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}'}
etcd3: {host: '127.0.0.1:${ports.etcd}'}
bootstrap:
  dcs:
    ttl: 5
    loop_wait: 1
    retry_timeout: 2
    maximum_lag_on_failover: 1048576
    master_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: {max_connections: 100, hot_standby: 'on', wal_keep_size: 128MB, max_wal_size: 256MB}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums, no-sync]
postgresql:
  listen: 127.0.0.1:${postgres}
  connect_address: 127.0.0.1:${postgres}
  data_dir: ${folder}/n${index}
  bin_dir: ${postgresFolder}
  pgpass: ${folder}/n${index}.pgpass
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  basebackup: [{checkpoint: fast}, no-sync]
  authentication: {superuser: {username: postgres}, replication: {username: replicator}}
  parameters: {unix_socket_directories: '${folder}', shared_buffers: 32MB, fsync: 'off', wal_receiver_status_interval: 1s}
  pg_hba: [host all all 127.0.0.1/32 trust, local all all trust, host replication all 127.0.0.1/32 trust]
`;
}

export function haproxyFile({ primary, nodes }: Ports): string {
  const servers = nodes.map(
    ({ postgres, rest }, index) => `  server n${index} 127.0.0.1:${postgres} check port ${rest}`,
  );
  return `global
  maxconn 600
defaults
  mode tcp
  retries 2
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
  default-server inter 300ms fastinter 100ms fall 2 rise 1 on-marked-down shutdown-sessions

listen primary
  bind 127.0.0.1:${primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
${servers.join('\n')}
`;
}
