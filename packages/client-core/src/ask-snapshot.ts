import {
  bringSnapshot,
  type Failure,
  failureOf,
  type SnapshotReport,
  type SnapshotSource,
} from './bring-snapshot.ts';

interface AskerReport extends SnapshotReport {
  onTrouble(failure: Failure, error: unknown): void;
}

interface AskerOptions extends SnapshotSource {
  readonly report: AskerReport;
}

/**
 * Asks for the snapshot when it is told to, and does nothing between. Nobody waits for what another call
 * began: platforms that end with a request what the request began would leave them waiting. An answer
 * that was overtaken is dropped.
 */
export function askSnapshot(options: AskerOptions): () => Promise<void> {
  const { known, report, closing } = options;
  let asked = 0;
  let answered = 0;
  return async () => {
    asked += 1;
    const mine = asked;
    const onSnapshot: SnapshotReport['onSnapshot'] = (fetched) => {
      if (mine < answered) return undefined;
      answered = mine;
      return report.onSnapshot(fetched);
    };
    try {
      const onCurrent = () => report.onCurrent();
      await bringSnapshot(options, { onSnapshot, onCurrent }, known().revision);
    } catch (error) {
      if (!closing.aborted) report.onTrouble(failureOf(error, options), error);
    }
  };
}
