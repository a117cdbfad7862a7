import {
  checkToggle,
  type Toggle,
  type ToggleDraft,
  type ToggleValue,
} from '@comporta/contract/toggles/toggle';
import type { QueryClient } from '@tanstack/react-query';
import { conflictIn } from '../ui/forms/conflict-in.ts';
import { isSameText } from '../ui/forms/form-machine.ts';
import { toggleDraft } from './toggle-form.ts';
import { fetchToggle, saveToggle } from './toggle-queries.ts';

/** The two parts of a toggle that are edited by themselves. */
export type ValuesDraft = Pick<
  ToggleDraft,
  'values' | 'defaultValue' | 'valueType' | 'availableToClients'
>;
export type DetailsDraft = Pick<ToggleDraft, 'description'> & {
  readonly tags: readonly string[];
  /** Empty for nobody. */
  readonly ownerId: string;
};

export function valuesDraft(toggle: Toggle): ValuesDraft {
  const { values, defaultValue, valueType, availableToClients } = toggleDraft(toggle);
  return { values, defaultValue, valueType, availableToClients };
}

export function detailsDraft({ description, tags, ownerId }: Toggle): DetailsDraft {
  return { description, tags, ownerId: ownerId ?? '' };
}

/** A toggle with one part of it edited, as a save takes it. */
export function checkPart(toggle: Toggle, part: ValuesDraft | Omit<DetailsDraft, 'ownerId'>) {
  return checkToggle({ ...toggleDraft(toggle), ...part }, toggle);
}

interface PartSave<Part> {
  readonly toggle: Toggle;
  readonly value: ToggleValue & Pick<ToggleDraft, 'ownerId'>;
  readonly ifMatch: number | undefined;
  /** The part as the edits began with it, and where it is in a toggle. */
  readonly start: Part;
  readonly partOf: (toggle: Toggle) => Part;
}

/** Saves a toggle of which one part was edited: over a save of somebody else that left this part alone, too. */
export async function savePart<Part extends object>(
  client: QueryClient,
  { toggle, value, ifMatch, start, partOf }: PartSave<Part>,
): Promise<Toggle> {
  try {
    return await saveToggle(client, toggle, { value, ifMatch });
  } catch (error) {
    if (conflictIn(error) === undefined) throw error;
    const current = await fetchToggle(toggle);
    if (!isSameText(partOf(current), start)) throw error;
    const edited = Object.entries(value).filter(([name]) => name in start);
    const merged = { ...current, ...Object.fromEntries(edited) };
    return saveToggle(client, toggle, { value: merged, ifMatch: current.version });
  }
}
