import { readStored, STORAGE_KEYS, writeStored } from '../data/stored/storage.ts';
import { allowSingleKeys } from '../ui/use-shortcut.ts';

/** Whether shortcuts of a single key work; they do until the user turns them off. */
export function areSingleKeysAllowed(): boolean {
  return readStored(STORAGE_KEYS.singleKeys) !== false;
}

export function storeSingleKeys(isAllowed: boolean): void {
  writeStored(STORAGE_KEYS.singleKeys, isAllowed);
  allowSingleKeys(isAllowed);
}

allowSingleKeys(areSingleKeysAllowed());
