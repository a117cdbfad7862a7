import {
  type FetchedSnapshot,
  type KnownSnapshot,
  type Service,
  ServiceRefusal,
} from './service.ts';

/** Why the snapshot could not be brought. */
export type Failure =
  | 'UNREACHABLE'
  /** The key opens nothing. */
  | 'REFUSED'
  /** What came could not be taken over. */
  | 'UNUSABLE';

export interface SnapshotReport {
  /** A new snapshot. What this throws is UNUSABLE, and the snapshot is asked for again. */
  onSnapshot(fetched: FetchedSnapshot): void | Promise<void>;
  /** What is held was the newest there is a moment ago. */
  onCurrent(): void;
}

export interface SnapshotSource {
  readonly service: Service;
  /** What is held now. */
  readonly known: () => KnownSnapshot;
  /** Whether an answer says that the key opens nothing, or only that somebody is in the way. */
  readonly isRefusal: (refusal: ServiceRefusal) => boolean;
  readonly closing: AbortSignal;
}

/**
 * Asks for the snapshot, at least at this revision, and hands it over. Rejects when it cannot be had or
 * taken over. The service's word counts, even for an older revision: a backup may have been restored.
 */
export async function bringSnapshot(
  { service, known, closing }: SnapshotSource,
  report: SnapshotReport,
  revision: number,
): Promise<void> {
  const fetched = await service.fetchSnapshot({ ...known(), revision }, closing);
  if (fetched !== undefined) {
    try {
      await report.onSnapshot(fetched);
    } catch (error) {
      throw new Unusable('The snapshot could not be taken over', { cause: error });
    }
  }
  report.onCurrent();
}

export function failureOf(
  error: unknown,
  { isRefusal }: Pick<SnapshotSource, 'isRefusal'>,
): Failure {
  if (error instanceof ServiceRefusal && isRefusal(error)) return 'REFUSED';
  return error instanceof Unusable ? 'UNUSABLE' : 'UNREACHABLE';
}

class Unusable extends Error {
  override readonly name = 'Unusable';
}
