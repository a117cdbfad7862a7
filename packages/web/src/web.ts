/** What `@comporta/web` gives: the public face of the package, and nothing else. */
export type { Bootstrap, Context, Flag, JsonValue } from './answer.ts';
export {
  createWebClient,
  type WebClient,
  type WebClientOptions,
  type WebClientState,
} from './client.ts';
