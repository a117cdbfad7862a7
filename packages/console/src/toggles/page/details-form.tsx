import type { Toggle } from '@comporta/contract/toggles/toggle';
import { type KeyboardEvent, useEffect } from 'react';
import { useSaveNews } from '../../base/use-save-news.ts';
import type { Restored } from '../../parts/history/use-restored-draft.ts';
import { EditorForm } from '../../ui/forms/editor-form.tsx';
import type { EditsMemory } from '../../ui/forms/remembered-edits.ts';
import { ToggleFields } from '../toggle-fields.tsx';
import { DETAILS_PART, type ToggleForm } from '../toggle-form.ts';
import { useTogglePart } from '../use-toggle-part.ts';
import styles from './toggle-details.module.css';

interface DetailsFormProps {
  readonly toggle: Toggle;
  readonly focused: keyof ToggleForm;
  readonly memory: EditsMemory<ToggleForm>;
  readonly restored: Restored<ToggleForm> | undefined;
  readonly onReload: () => void;
  readonly onDone: () => void;
}

/** Edits the description, the tags and the owner of a toggle in place. */
export function DetailsForm(props: DetailsFormProps) {
  const { toggle, focused, memory, restored, onReload, onDone } = props;
  const tellOfSave = useSaveNews();
  const { form, comparison } = useTogglePart({
    toggle,
    part: DETAILS_PART,
    memory,
    restored,
    onSaved: ({ id, name }, undo) => {
      tellOfSave({ id, name, undo });
      onDone();
    },
  });

  const { focus } = form;
  useEffect(() => void focus(focused), [focus, focused]);

  /** With two forms on one page, the save shortcut saves the form that has the focus. */
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    event.stopPropagation();
    void form.submit();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the fields inside.
    <div data-details className={styles.form} onKeyDown={onKeyDown}>
      <EditorForm
        form={form}
        onCancel={onDone}
        onReload={() => {
          onDone();
          onReload();
        }}
        comparison={comparison}
      >
        <ToggleFields part={DETAILS_PART} form={form} saved={toggle} />
      </EditorForm>
    </div>
  );
}
