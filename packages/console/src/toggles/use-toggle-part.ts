import type { Toggle, ToggleDraft } from '@comporta/contract/toggles/toggle';
import { updateToggle } from '@comporta/contract/toggles/toggle-api';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { fetchToggle, saveToggle } from '../data/toggle-queries.ts';
import { peopleQuery } from '../data/user-queries.ts';
import { type Restored, useRestoredDraft } from '../parts/history/use-restored-draft.ts';
import { conflictIn } from '../ui/forms/conflict-in.ts';
import { isSameText } from '../ui/forms/form-machine.ts';
import type { EditsMemory } from '../ui/forms/remembered-edits.ts';
import { useForm } from '../ui/forms/use-form.ts';
import {
  checkToggleForm,
  describeToggle,
  partOf,
  type ToggleForm,
  type TogglePart,
  toggleForm,
  withEntry,
} from './toggle-form.ts';
import { problemOfToggle } from './toggle-problem.ts';

interface PartOptions {
  readonly toggle: Toggle;
  readonly part: TogglePart;
  readonly memory: EditsMemory<ToggleForm>;
  readonly restored: Restored<ToggleForm> | undefined;
  readonly onSaved: (saved: Toggle, undo: (() => Promise<unknown>) | undefined) => void;
}

/** The form of one part of a saved toggle. */
export function useTogglePart({ toggle, part, memory, restored, onSaved }: PartOptions) {
  const t = useTranslations();
  const client = useQueryClient();
  const enabled = part.includes('ownerId');
  const { data: people } = useQuery({ ...peopleQuery(toggle.appId), enabled });
  const form = useForm({
    start: partOf(toggleForm(toggle), part),
    version: toggle.version,
    check: (draft) => checkToggleForm(draft, toggle),
    save: (value, ifMatch, start) => savePart(client, { toggle, part, value, ifMatch, start }),
    refusal: (error) => problemsOfRefusal(error, [updateToggle]),
    speak: (problem) => problemOfToggle(t, problem),
    memory,
    onSaved,
  });
  useRestoredDraft(form, restored);

  const comparison = {
    load: async () => partOf(toggleForm(await fetchToggle(toggle)), part),
    describe: (draft: ToggleForm) => {
      const owner = people?.find(({ id }) => id === draft.ownerId)?.name ?? '';
      return describeToggle(t, { ...toggleForm(toggle), ...draft }, owner);
    },
  };
  return { form, comparison };
}

interface PartSave {
  readonly toggle: Toggle;
  readonly part: TogglePart;
  readonly value: ToggleDraft;
  readonly ifMatch: number | undefined;
  /** The part as the edits started from it. */
  readonly start: ToggleForm;
}

/**
 * Saves a toggle of which one part was edited. The other part stays as it is in the version that is replaced. If
 * somebody else saved in between but left this part alone, it is saved over the newer version.
 */
async function savePart(
  client: QueryClient,
  { toggle, part, value, ifMatch, start }: PartSave,
): Promise<Toggle> {
  const edited = Object.entries(value).filter(([name]) => part.some((one) => one === name));
  const within = (current: Toggle) => ({ ...current, ...Object.fromEntries(edited) });
  try {
    // An undo, or a save over a conflict, replaces a newer version than the one that was loaded.
    const whole = ifMatch === toggle.version ? value : within(await fetchToggle(toggle));
    return await saveToggle(client, toggle, { value: whole, ifMatch });
  } catch (error) {
    if (conflictIn(error) === undefined) throw error;
    const current = await fetchToggle(toggle);
    if (!isSameText(partOf(toggleForm(current), part), withEntry(start))) throw error;
    return saveToggle(client, toggle, { value: within(current), ifMatch: current.version });
  }
}
