import { getServiceFacts } from '@comporta/contract/service/service-api';
import type { ServiceFacts } from '@comporta/contract/service/service-facts';
import { call } from '../api/call.ts';

/** For the screens before login, which work just as well without: undefined when nobody answers. */
export function loadServiceFacts(): Promise<ServiceFacts | undefined> {
  return call(getServiceFacts, {}).catch(() => undefined);
}

/** The same for a screen that is drawn at once, and says later what it depends on them. */
export function loadServiceFactsLater(): { readonly facts: ReturnType<typeof loadServiceFacts> } {
  return { facts: loadServiceFacts() };
}
