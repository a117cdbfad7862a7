/** The public exports of `@comporta/web`, and nothing else. */
export type { Bootstrap, Context, Flag, JsonValue } from './answer.ts';
export {
  createWebClient,
  type WebClient,
  type WebClientOptions,
  type WebClientState,
} from './client.ts';
