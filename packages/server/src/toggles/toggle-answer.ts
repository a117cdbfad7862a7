import type { Toggle } from '@comporta/contract/toggles/toggle';
import { withLastChanged } from '../platform/base/versions.ts';
import type { StoredToggle } from './toggle-repository.ts';

export function toggleAnswer(toggle: StoredToggle): Toggle {
  return { ...withLastChanged(toggle), owner: toggle.owner ?? null };
}
