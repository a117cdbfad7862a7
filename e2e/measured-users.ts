import { randomUUID } from 'node:crypto';
import type { ApiCall } from './company.ts';

/** Calls that run at the same time. */
const AT_ONCE = 25;

export function someUsers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `user-${index}`);
}

/**
 * Evaluates a toggle for each user, as a client system does: each of these calls is an exposure.
 * Resolves with the value by user.
 * @param propertiesOf the properties that the system sends about a user
 */
export async function expose(
  call: ApiCall,
  { toggle, users }: { readonly toggle: string; readonly users: readonly string[] },
  propertiesOf: (user: string) => object = () => ({}),
): Promise<ReadonlyMap<string, string>> {
  const given = new Map<string, string>();
  for (let first = 0; first < users.length; first += AT_ONCE) {
    await Promise.all(
      users.slice(first, first + AT_ONCE).map(async (targetingKey) => {
        const path = `/ofrep/v1/evaluate/flags/${toggle}`;
        const answer = await call<{ variant: string }>('POST', path, {
          context: { targetingKey, ...propertiesOf(targetingKey) },
        });
        given.set(targetingKey, answer.variant);
      }),
    );
  }
  return given;
}

/** Sends one event of each of these users, with the current time; throws when any of them is not accepted. */
export async function track(call: ApiCall, key: string, users: readonly string[]): Promise<void> {
  const at = new Date().toISOString();
  const events = users.map((uid) => ({ type: 'track', id: randomUUID(), key, uid, at }));
  const path = '/api/events';
  const answer = await call<{ accepted: number }>('POST', path, { events });
  if (answer.accepted !== users.length) throw new Error(`${path}: ${JSON.stringify(answer)}`);
}
