import { getServiceFacts } from '@comporta/contract/service/service-api';
import type { ServiceFacts } from '@comporta/contract/service/service-facts';
import { call } from '../api/call.ts';

/** For the screens before login, which also work without the facts: resolves to undefined when the call fails. */
export function loadServiceFacts(): Promise<ServiceFacts | undefined> {
  return call(getServiceFacts, {}).catch(() => undefined);
}

/** The same for a screen that is drawn at once, and shows later what depends on the facts. */
export function loadServiceFactsLater(): { readonly facts: ReturnType<typeof loadServiceFacts> } {
  return { facts: loadServiceFacts() };
}
