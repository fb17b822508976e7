// The settings of a database node: deploy/patroni/patroni.yaml with the addresses, folders and sizes of the test; and those of etcd.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export const databasePort = 5432;
export const patroniPort = 8008;
export const etcdPort = 2379;
const etcdPeerPort = 2380;
export const superuser = { name: 'postgres', password: 'of the cluster' };

const example = parse(readFileSync(resolve(import.meta.dirname, '../../deploy/patroni/patroni.yaml'), 'utf8'));
export const ttlSeconds = example.bootstrap.dcs.ttl as number;

interface NodePlace {
  readonly name: string;
  readonly address: string;
  readonly own: string;
  readonly all: readonly string[];
}

/** JSON is YAML. */
export function patroniSettings({ name, address, own, all }: NodePlace): string {
  const version = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))[0];
  const subnet = `${address.replace(/\.\d+$/, '')}.0/24`;
  const { bootstrap, postgresql } = example;
  const { dcs } = bootstrap;
  return JSON.stringify({
    ...example,
    name,
    restapi: { listen: `${address}:${patroniPort}`, connect_address: `${address}:${patroniPort}` },
    etcd3: { hosts: all.map((one) => `${one}:${etcdPort}`) },
    bootstrap: {
      ...bootstrap,
      dcs: {
        ...dcs,
        synchronous_mode: process.env['SYNCHRONOUS_MODE'] ?? dcs.synchronous_mode,
        postgresql: {
          ...dcs.postgresql,
          // What whoever runs the cluster would do by hand.
          remove_data_directory_on_diverged_timelines: true,
          remove_data_directory_on_rewind_failure: true,
          parameters: { ...dcs.postgresql.parameters, shared_buffers: '64MB' },
        },
      },
    },
    postgresql: {
      ...postgresql,
      listen: `${address}:${databasePort}`,
      connect_address: `${address}:${databasePort}`,
      data_dir: join(own, 'data'),
      bin_dir: `/usr/lib/postgresql/${version}/bin`,
      pgpass: join(own, 'pgpass'),
      authentication: {
        superuser: { username: superuser.name, password: superuser.password },
        replication: { username: 'replicator', password: 'of a standby' },
        rewind: { username: 'rewinder', password: 'of another standby' },
      },
      parameters: { unix_socket_directories: own },
      pg_hba: [
        ...postgresql.pg_hba.map((line: string) => line.replace('10.0.0.0/24', subnet)),
        'host all all 127.0.0.0/8 scram-sha-256',
        'host replication replicator 127.0.0.0/8 scram-sha-256',
      ],
    },
  });
}

export function etcdFlags({ name, address, own, all }: NodePlace): string[] {
  const peer = `http://${address}:${etcdPeerPort}`;
  const members = all.map((one, at) => `node${at + 1}=http://${one}:${etcdPeerPort}`);
  return [
    `--name=${name}`,
    `--data-dir=${join(own, 'etcd')}`,
    `--listen-client-urls=http://${address}:${etcdPort}`,
    `--advertise-client-urls=http://${address}:${etcdPort}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=${members.join(',')}`,
    '--initial-cluster-token=formstead',
    // Of a busy machine.
    '--heartbeat-interval=100',
    '--election-timeout=1000',
  ];
}
