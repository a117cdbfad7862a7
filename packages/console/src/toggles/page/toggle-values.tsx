import type { Toggle } from '@comporta/contract/toggles/toggle';
import { pathTo } from '../../base/paths.ts';
import { useDraftKey } from '../../base/use-draft-key.ts';
import { useSaveNews } from '../../base/use-save-news.ts';
import type { Restored } from '../../parts/history/use-restored-draft.ts';
import { useUsageLinks } from '../../parts/usage/use-usage-links.ts';
import { EditorForm } from '../../ui/forms/editor-form.tsx';
import { ToggleFields } from '../toggle-fields.tsx';
import { type ToggleForm, VALUES_PART } from '../toggle-form.ts';
import { useTogglePart } from '../use-toggle-part.ts';
import { useValueUses } from './use-value-uses.ts';

interface ToggleValuesProps {
  readonly toggle: Toggle;
  readonly restored: Restored<ToggleForm> | undefined;
  readonly onReload: () => void;
}

/** The values that a saved toggle can return. */
export function ToggleValues({ toggle, restored, onReload }: ToggleValuesProps) {
  const { appId } = toggle;
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
  return (
    <EditorForm form={form} onReload={onReload} comparison={comparison}>
      <ToggleFields
        part={VALUES_PART}
        form={form}
        saved={toggle}
        usedIn={usageLinks(form.problemAt('values'))}
        usesOf={useValueUses(toggle)}
      />
    </EditorForm>
  );
}
