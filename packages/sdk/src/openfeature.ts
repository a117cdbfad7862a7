import type { Client } from './client.ts';
import { ClientProvider, isClient } from './client-provider.ts';
import { createClient, type NodeClientOptions } from './node/create-client.ts';

/**
 * OpenFeature provider, for a client or for the options of one. The provider owns the client: closing the provider
 * closes it. Throws a TypeError when `url` or `key` is missing or malformed.
 */
export class ComportaProvider extends ClientProvider {
  constructor(from: Client | NodeClientOptions) {
    super(isClient(from) ? from : createClient(from));
  }
}
