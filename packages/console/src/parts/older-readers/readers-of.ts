import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import type { SeenClient } from '@comporta/contract/usage/usage-api';

/** What is known of the programs of an environment; undefined parts are not loaded. */
export interface SeenIn {
  readonly envId: string;
  readonly clients: readonly SeenClient[] | undefined;
  readonly olderReader: EnvironmentStatus['olderReader'];
}

/** A program that evaluates with a release before. */
export interface OlderReader {
  /** Such as `checkout comporta-sdk 0.2.0`; without a service where it names none. */
  readonly name: string;
  readonly envIds: readonly string[];
}

/**
 * The programs that evaluate these environments and do not know the words of this release, each once, the last one first.
 * An environment tells only its first 200 clients apart; one for which there was no room may be its `olderReader`.
 * Source: LIF-49.
 */
export function olderReadersOf(seen: readonly SeenIn[]): OlderReader[] {
  const found = seen.flatMap(({ envId, clients = [], olderReader }) => {
    const older = clients.filter(({ isOlderReader }) => isOlderReader);
    const isTold =
      olderReader === undefined ||
      older.some(({ sdk, version }) => sdk === olderReader.sdk && version === olderReader.version);
    return [
      ...older.map(({ lastSeenAt, ...client }) => ({ ...client, seenAt: lastSeenAt, envId })),
      ...(isTold ? [] : [{ ...olderReader, service: '', envId }]),
    ];
  });
  found.sort((a, b) => Date.parse(b.seenAt) - Date.parse(a.seenAt));
  const byName = new Map<string, string[]>();
  for (const { service, sdk, version, envId } of found) {
    const name = [service, sdk, version].filter((part) => part !== '').join(' ');
    byName.set(name, [...(byName.get(name) ?? []), envId]);
  }
  return [...byName].map(([name, envIds]) => ({ name, envIds }));
}
