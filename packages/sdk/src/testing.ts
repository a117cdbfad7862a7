import { understood } from '@comporta/client-core/read-understood';
import { SNAPSHOT_FORMAT, type Snapshot, type SnapshotToggle } from '@comporta/engine/snapshot';
import type { ValueType } from '@comporta/engine/vocabulary';
import type { Client } from './client.ts';
import type { ClientState } from './client-status.ts';
import { uidIn } from './context.ts';
import { createListeners } from './listeners.ts';
import { holdSnapshot } from './snapshot/current-snapshot.ts';
import type { Change } from './snapshot/follow-values.ts';
import { togglesOf } from './toggles.ts';
import { USAGE_OFF } from './usage.ts';

/** Its type determines the toggle's type; an object makes a JSON toggle. */
export type ToggleValue = string | number | boolean | object;

/** A client without a service, for tests of code that uses toggles. */
export interface TestClient extends Client {
  /** Makes the toggle return this value for everybody. */
  set(toggle: string, value: ToggleValue): void;
  /** Removes the toggle: from then on it is unknown. */
  remove(toggle: string): void;
  /** The tracked events, in order. */
  readonly tracked: readonly TrackedHere[];
  /** Simulates a state of the real client: listeners and `status()` report it, values stay. */
  enter(state: ClientState): void;
}

interface TrackedHere {
  readonly event: string;
  readonly uid: string | undefined;
  readonly value: number | undefined;
}

/**
 * Creates a test client with these values, by name of toggle. It evaluates as the real client does, with the same
 * types, reasons and errors.
 */
export function createTestClient(values: Readonly<Record<string, ToggleValue>> = {}): TestClient {
  const toggles = new Map<string, SnapshotToggle>();
  const held = holdSnapshot();
  // An error of a listener should fail the test, so it is not caught.
  const changes = createListeners<Change>(rethrow);
  const states = createListeners<ClientState>(rethrow);
  const tracked: TrackedHere[] = [];
  let revision = 0;
  let state: ClientState = 'READY';

  function publish(): void {
    revision++;
    const changed = held.replace(understood(snapshotOf([...toggles.values()], revision)));
    if (changed.length > 0) changes.tell({ revision, toggles: changed });
  }

  for (const [name, value] of Object.entries(values)) toggles.set(name, toggleOf(name, value));
  publish();

  const enter = (next: ClientState) => {
    if (state === next) return;
    state = next;
    states.tell(next);
  };

  return {
    // A test may leave out the context; the real client logs that once.
    ...togglesOf(held.current, () => {}),
    set(toggle, value) {
      toggles.set(toggle, toggleOf(toggle, value));
      publish();
    },
    remove(toggle) {
      toggles.delete(toggle);
      publish();
    },
    tracked,
    track(event, context, tracking) {
      tracked.push({ event, uid: uidIn(context), value: tracking?.value });
    },
    flush: async () => {},
    enter,
    status: () => ({
      state,
      revision,
      snapshotAgeMs: 0,
      connected: state === 'READY',
      lastError: undefined,
      events: { queued: 0, sent: tracked.length, dropped: 0, lastError: undefined },
      lists: [],
      usage: USAGE_OFF,
    }),
    ready: async () => true,
    refresh: async () => true,
    onChange: changes.add,
    onStateChange: states.add,
    close: async () => enter('CLOSED'),
  };
}

function rethrow(error: unknown): never {
  throw error;
}

function snapshotOf(toggles: readonly SnapshotToggle[], revision: number): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    environment: { id: 'test', name: 'Test' },
    application: { id: 'test', name: 'Test' },
    revision,
    properties: [],
    targetGroups: [],
    toggles,
    experiments: [],
  };
}

function toggleOf(name: string, value: ToggleValue): SnapshotToggle {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return {
    id: name,
    name,
    values: [text],
    defaultValue: text,
    valueType: VALUE_TYPES[kindOf(value)],
  };
}

const VALUE_TYPES = {
  string: 'STRING',
  number: 'NUMBER',
  boolean: 'BOOLEAN',
  object: 'JSON',
} as const satisfies Record<string, ValueType>;

function kindOf(value: ToggleValue): keyof typeof VALUE_TYPES {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}
