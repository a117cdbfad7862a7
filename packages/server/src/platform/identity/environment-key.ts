import { hasKeyFormat, newKey } from './key-format.ts';

const PREFIX = 'cpt_env_';

export function newEnvironmentKey(): string {
  return newKey(PREFIX);
}

/** Whether this can be an environment's key at all. */
export function isWellFormedKey(text: string): boolean {
  return hasKeyFormat(PREFIX, text);
}
