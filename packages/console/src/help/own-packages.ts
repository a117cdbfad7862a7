import { getServiceFacts } from '@comporta/contract/service/service-api';
import type { ServiceFacts } from '@comporta/contract/service/service-facts';
import { call } from '../api/call.ts';
import { type ClientPackage, fetchClientPackage } from '../api/client-packages.ts';

const NAMES = ['@comporta/sdk', '@comporta/web'];
/** Nobody should wait longer for a text that is already there. */
const PATIENCE_MS = 10_000;

export interface OwnPackages {
  /** Undefined when the service does not answer. */
  readonly facts: ServiceFacts | undefined;
  readonly packages: readonly ClientPackage[];
}

/** What this service says of its packages. The help has no query cache: people read it before they log in. */
export async function loadOwnPackages(): Promise<OwnPackages> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const facts = await call(getServiceFacts, { signal }).catch(() => undefined);
  if (!facts?.packagesUrl) return { facts, packages: [] };
  // A page without the digests is better than none.
  const packages = await Promise.all(NAMES.map((name) => fetchClientPackage(name, signal))).catch(
    () => [],
  );
  return { facts, packages };
}
