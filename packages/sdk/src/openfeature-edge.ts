import type { Client } from './client.ts';
import type { ClientOptions } from './client-options.ts';
import { ClientProvider, isClient } from './client-provider.ts';
import { createClient } from './edge-client.ts';

/** `@comporta/sdk/openfeature` for runtimes that have only Web APIs. */
export class ComportaProvider extends ClientProvider {
  constructor(from: Client | ClientOptions) {
    super(isClient(from) ? from : createClient(from));
  }
}
