import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { hashingLoad } from '../identity/passwords.ts';

type Connections = Pick<Database, 'connections'>;

/** Measures the process and its event loop, connections and password hashing, from now on. */
export function openProcessMetrics(database: Connections): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  measureConnections(database, register);
  measureHashing(register);
  return register;
}

function measureConnections(database: Connections, register: Registry): void {
  new Gauge({
    name: 'comporta_database_connections',
    help: 'Connections to the database that are open or idle, and queries that wait for one.',
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
    help: 'Passwords that are being hashed, and those that wait for it.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(hashingLoad())) this.set({ state }, count);
    },
  });
}
