import {
  checkToggle,
  type Toggle,
  type ToggleDraft,
  type ToggleValue,
} from '@comporta/contract/toggles/toggle';
import type { QueryClient } from '@tanstack/react-query';
import { fetchToggle, saveToggle } from '../data/toggle-queries.ts';
import { conflictIn } from '../ui/forms/conflict-in.ts';
import { isSameText } from '../ui/forms/form-machine.ts';
import { toggleDraft } from './toggle-form.ts';

/** The two parts of a toggle that are edited separately. */
export type ValuesDraft = Pick<
  ToggleDraft,
  'values' | 'defaultValue' | 'valueType' | 'availableToClients'
>;
export type DetailsDraft = Pick<ToggleDraft, 'description'> & {
  readonly tags: readonly string[];
  /** Empty when nobody owns it. */
  readonly ownerId: string;
};

export function valuesDraft(toggle: Toggle): ValuesDraft {
  const { values, defaultValue, valueType, availableToClients } = toggleDraft(toggle);
  return { values, defaultValue, valueType, availableToClients };
}

export function detailsDraft({ description, tags, ownerId }: Toggle): DetailsDraft {
  return { description, tags, ownerId: ownerId ?? '' };
}

/** Checks a toggle of which one part was edited, for a save. */
export function checkPart(toggle: Toggle, part: ValuesDraft | Omit<DetailsDraft, 'ownerId'>) {
  return checkToggle({ ...toggleDraft(toggle), ...part }, toggle);
}

interface PartSave<Part> {
  readonly toggle: Toggle;
  readonly value: ToggleValue & Pick<ToggleDraft, 'ownerId'>;
  readonly ifMatch: number | undefined;
  /** The part as the edits started from it, and the function that reads it from a toggle. */
  readonly start: Part;
  readonly partOf: (toggle: Toggle) => Part;
}

/**
 * Saves a toggle of which one part was edited. The other part stays as it is in the version that is replaced. If
 * somebody else saved in between but left this part alone, it is saved over the newer version.
 */
export async function savePart<Part extends object>(
  client: QueryClient,
  { toggle, value, ifMatch, start, partOf }: PartSave<Part>,
): Promise<Toggle> {
  const edited = Object.entries(value).filter(([name]) => name in start);
  const within = (current: Toggle) => ({ ...current, ...Object.fromEntries(edited) });
  try {
    // An undo, or a save over a conflict, replaces a newer version than the one that was loaded.
    const whole = ifMatch === toggle.version ? value : within(await fetchToggle(toggle));
    return await saveToggle(client, toggle, { value: whole, ifMatch });
  } catch (error) {
    if (conflictIn(error) === undefined) throw error;
    const current = await fetchToggle(toggle);
    if (!isSameText(partOf(current), start)) throw error;
    return saveToggle(client, toggle, { value: within(current), ifMatch: current.version });
  }
}
