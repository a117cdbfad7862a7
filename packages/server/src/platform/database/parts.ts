import { type Asking, enterAll, type Gate, openGate, openLines, waitEnd } from '../base/gate.ts';

/** The company and application that a call is about; a call of nobody has its address as company. */
export interface Lane {
  readonly company: string;
  readonly application?: string | undefined;
  /** Aborted when the caller went away. */
  readonly gone?: AbortSignal;
}

type EnterLane = (lane: Lane) => Promise<() => void>;

/** What API calls may take of a pool. Each resolves with the function that gives it back. */
export interface Parts {
  readonly callers: EnterLane;
  readonly reads: EnterLane;
  readonly writes: EnterLane;
  /** A place among the writes of one application, or of one account, without a connection. */
  readonly line: EnterLane;
  waiting(): number;
}

/** One write of an application works, and the next waits for its row; more connections could only wait. */
const WRITES_IN_LINE = 2;
const WAITING_IN_LINE = 200;

/**
 * Writes take three eighths of the connections, and what calls read half of them: one eighth is for finding out who
 * calls, so that nobody's login waits for the long queries of others. The last eighth is no call's. Source: FAIR-40.
 */
export function divide(connections: number): Parts {
  const eighth = connections / 8;
  const callers = openGate({ most: eighth });
  const reads = openGate({ most: 3 * eighth });
  const writes = openGate({ most: 3 * eighth });
  const lines = openLines({ most: WRITES_IN_LINE, waiting: WAITING_IN_LINE });
  const through = (gate: Gate) => (lane: Lane) => gate.enter(askingOf(lane));
  const line = (lane: Lane, asking: Asking) =>
    lines.enter(lane.application ?? lane.company, asking);

  return {
    callers: through(callers),
    reads: through(reads),
    writes(lane) {
      const asking = askingOf(lane); // Both waits have one end.
      return enterAll(
        () => line(lane, asking),
        () => writes.enter(asking),
      );
    },
    line: (lane) => line(lane, askingOf(lane)),
    waiting: () =>
      [callers, reads, writes, lines].reduce((count, { waiting }) => count + waiting, 0),
  };
}

function askingOf({ company, application = '', gone }: Lane): Asking {
  return { path: [company, application], gone, until: waitEnd() };
}
