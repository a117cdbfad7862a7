import { hasKeyFormat, newKey } from './key-format.ts';

const SERVER_PREFIX = 'cpt_env_';
const CLIENT_PREFIX = 'cpt_web_';

/** A key for servers, with access to everything in an environment. */
export function newEnvironmentKey(): string {
  return newKey(SERVER_PREFIX);
}

/** A key for pages and apps, where anybody can read it. */
export function newClientKey(): string {
  return newKey(CLIENT_PREFIX);
}

/** Whether the text has the format of an environment key or a client key. */
export function isWellFormedKey(text: string): boolean {
  return hasKeyFormat(SERVER_PREFIX, text) || hasKeyFormat(CLIENT_PREFIX, text);
}

export function isClientKey(text: string): boolean {
  return text.startsWith(CLIENT_PREFIX);
}
