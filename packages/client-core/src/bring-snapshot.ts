import {
  type FetchedSnapshot,
  type KnownSnapshot,
  type Service,
  ServiceRefusal,
} from './service.ts';

/** Why the snapshot could not be fetched or applied. */
export type Failure =
  | 'UNREACHABLE'
  /** The service rejected the key. */
  | 'REFUSED'
  /** The snapshot arrived but could not be applied. */
  | 'UNUSABLE';

export interface SnapshotReport {
  /** Called with a new snapshot. If it throws, the snapshot is UNUSABLE, and is requested again. */
  onSnapshot(fetched: FetchedSnapshot): void | Promise<void>;
  /** Called when the snapshot held was the newest a moment ago. */
  onCurrent(): void;
}

/** Rejects with UNUSABLE what cannot be used. */
export async function used<Result>(use: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw new Unusable('The snapshot could not be used', { cause: error });
  }
}

export interface SnapshotSource {
  readonly service: Service;
  /** The snapshot held now. */
  readonly known: () => KnownSnapshot;
  /** Whether a response means that the service rejected the key, and not that a proxy is in the way. */
  readonly isRefusal: (refusal: ServiceRefusal) => boolean;
  readonly closing: AbortSignal;
}

/**
 * Requests the snapshot, at least at this revision, and hands it over. Rejects when it cannot be fetched or applied.
 * An older revision than the one held is accepted too: the service may have been restored from a backup.
 */
export async function bringSnapshot(
  { service, known, closing }: SnapshotSource,
  report: SnapshotReport,
  revision: number,
): Promise<void> {
  const fetched = await service.fetchSnapshot({ ...known(), revision }, closing);
  if (fetched !== undefined) await used(() => report.onSnapshot(fetched));
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
