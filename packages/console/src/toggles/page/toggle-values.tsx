import type { Toggle } from '@comporta/contract/toggles/toggle';
import { updateToggle } from '@comporta/contract/toggles/toggle-api';
import { useFailureText } from '../../api/failure-text.ts';
import { pathTo } from '../../base/paths.ts';
import { useDraftKey } from '../../base/use-draft-key.ts';
import { useSaveNews } from '../../base/use-save-news.ts';
import { filingRefusal } from '../../parts/apply/filing-refusal.ts';
import { useSaveOtherwise } from '../../parts/apply/use-save-otherwise.tsx';
import type { Restored } from '../../parts/history/use-restored-draft.ts';
import { useUsageLinks } from '../../parts/usage/use-usage-links.ts';
import { DifferenceList } from '../../ui/forms/difference-list.tsx';
import { EditorForm } from '../../ui/forms/editor-form.tsx';
import { ToggleFields } from '../toggle-fields.tsx';
import { type ToggleForm, VALUES_PART } from '../toggle-form.ts';
import { problemOfToggle } from '../toggle-problem.ts';
import { useTogglePart } from '../use-toggle-part.ts';
import { useValueUses } from './use-value-uses.ts';

interface ToggleValuesProps {
  readonly toggle: Toggle;
  readonly restored: Restored<ToggleForm> | undefined;
  readonly onReload: () => void;
}

/** The values that a saved toggle can return. */
export function ToggleValues({ toggle, restored, onReload }: ToggleValuesProps) {
  const { appId, id, name } = toggle;
  const failureText = useFailureText();
  const tellOfSave = useSaveNews();
  const usageLinks = useUsageLinks(appId);
  const { form, comparison } = useTogglePart({
    toggle,
    part: VALUES_PART,
    memory: { key: useDraftKey() },
    restored,
    onSaved: ({ id, name }, undo) =>
      tellOfSave({
        id,
        name,
        undo,
        path: pathTo('toggle', { appId, toggleId: id }),
        list: pathTo('toggles', { appId }),
      }),
  });
  const { otherWay, otherWayDialog } = useSaveOtherwise({
    form,
    askedOf: (body) => ({
      appId,
      name,
      edit: { type: 'toggle', action: 'UPDATE', id, version: form.version, body: { ...body } },
      changes: (
        <DifferenceList
          before={comparison.describe(form.saved)}
          after={comparison.describe(form.draft)}
        />
      ),
      refusalText: (say, error) =>
        filingRefusal(
          { say, failureText, save: updateToggle, speak: (one) => problemOfToggle(say, one) },
          error,
        ),
    }),
  });
  return (
    <>
      <EditorForm form={form} onReload={onReload} comparison={comparison} otherWay={otherWay}>
        <ToggleFields
          part={VALUES_PART}
          form={form}
          saved={toggle}
          usedIn={usageLinks(form.problemAt('values'))}
          usesOf={useValueUses(toggle)}
        />
      </EditorForm>
      {otherWayDialog}
    </>
  );
}
