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
 * Returns a function that requests the snapshot; between calls nothing runs. No call awaits the request of another
 * one: some platforms stop a request's work when it ends, and the others would wait forever. A response is dropped
 * when that of a later call has arrived first.
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
