import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { hashingLoad } from '../identity/passwords.ts';
import { VERSION } from '../platform/base/version.ts';
import type { Database } from '../platform/database/database.ts';
import { type Measure, register } from './measure.ts';

const BUILD: Measure = {
  type: 'gauge',
  name: 'comporta_build_info',
  help: 'Always 1; the labels have the versions of Comporta and Node.',
  labels: ['version', 'node'],
  read: () => [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
};

type Connections = Pick<Database, 'connections'>;

/** Starts to measure the process, its event loop, connections and password hashing. */
export function openProcessMetrics(database: Connections, measures: readonly Measure[]): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureConnections(database, registry);
  measureHashing(registry);
  for (const measure of [BUILD, ...measures]) register(measure, registry);
  return registry;
}

function measureConnections(database: Connections, register: Registry): void {
  new Gauge({
    name: 'comporta_database_connections',
    help: 'Connections to the database that are open or idle, and queries that wait for a connection.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(database.connections())) {
        this.set({ state }, count);
      }
    },
  });
}

function measureHashing(register: Registry): void {
  new Gauge({
    name: 'comporta_password_hashing',
    help: 'Passwords that are being hashed, or wait to be hashed.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(hashingLoad())) this.set({ state }, count);
    },
  });
}
