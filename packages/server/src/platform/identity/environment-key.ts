import { hasKeyFormat, newKey } from './key-format.ts';

const SERVER_PREFIX = 'cpt_env_';
const CLIENT_PREFIX = 'cpt_web_';

/** For servers: it opens everything of an environment. */
export function newEnvironmentKey(): string {
  return newKey(SERVER_PREFIX);
}

/** For pages and apps, where anybody can read it. */
export function newClientKey(): string {
  return newKey(CLIENT_PREFIX);
}

/** Whether this can be a key of an environment, of either kind. */
export function isWellFormedKey(text: string): boolean {
  return hasKeyFormat(SERVER_PREFIX, text) || hasKeyFormat(CLIENT_PREFIX, text);
}

export function isClientKey(text: string): boolean {
  return text.startsWith(CLIENT_PREFIX);
}
