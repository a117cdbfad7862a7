import type { Toggle } from '@comporta/contract/toggles/toggle';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { latePart } from '../../base/late-part.ts';
import { TextsOfLifecycle } from '../../base/texts/texts-of-lifecycle.tsx';
import { useDraftKey } from '../../base/use-draft-key.ts';
import type { Restored } from '../../parts/history/use-restored-draft.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { type EditsMemory, readEdits } from '../../ui/forms/remembered-edits.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DETAILS_PART, partOf, type ToggleForm, toggleForm } from '../toggle-form.ts';
import { DetailsForm } from './details-form.tsx';
import styles from './toggle-details.module.css';

const LifetimeLine = latePart(async () => (await import('./lifetime-line.tsx')).LifetimeLine);

interface ToggleDetailsProps {
  readonly toggle: Toggle;
  readonly restored: Restored<ToggleForm> | undefined;
  readonly onReload: () => void;
}

/** The description, tags and owner of a toggle, edited in place. */
export function ToggleDetails({ toggle, restored, onReload }: ToggleDetailsProps) {
  const t = useTranslations('toggle.details');
  /** The key of the edits in the browser's storage. */
  const memory = { key: `${useDraftKey()}.details` };
  const [edited, setEdited] = useState<keyof ToggleForm | undefined>(() =>
    // Edits from before a reload are restored.
    hasEdits(memory, toggle) ? 'description' : undefined,
  );
  /** The former version that the user has saved or discarded here. */
  const [done, setDone] = useState<typeof restored>();
  const pending = restored === done ? undefined : restored;
  const focused = edited ?? (pending && 'description');
  const { description, tags, owner } = toggle;
  const isReadOnly = useIsReadOnly();

  if (focused !== undefined) {
    return (
      <TextsOfLifecycle>
        <DetailsForm
          toggle={toggle}
          focused={focused}
          memory={memory}
          restored={pending}
          onReload={onReload}
          onDone={() => {
            setEdited(undefined);
            setDone(restored);
          }}
        />
      </TextsOfLifecycle>
    );
  }
  const edit = (field: keyof ToggleForm, Icon: typeof IconPencil, label: string) =>
    !isReadOnly && (
      <IconButton aria-label={label} title={label} onClick={() => setEdited(field)}>
        <Icon size={15} />
      </IconButton>
    );
  return (
    <div className={styles.details}>
      <p className={styles.part} data-empty={description === '' || undefined}>
        {description || t('noDescription')}
        {edit('description', IconPencil, t('editDescription'))}
      </p>
      {(tags.length > 0 || !isReadOnly) && (
        <p className={styles.part}>
          <span className={styles.label}>{t('tags')}</span>
          {tags.map((tag) => (
            <span key={tag} className={styles.tag}>
              #{tag}
            </span>
          ))}
          {edit('tags', IconPlus, t('editTags'))}
        </p>
      )}
      <p className={styles.part}>
        <span className={styles.label}>{t('owner')}</span>
        {owner ?? t('nobody')}
        {edit('ownerId', IconPencil, t('editOwner'))}
      </p>
      {/* A node of the previous release knows no lifetimes. */}
      {toggle.lifetime && (
        <Suspense>
          <LifetimeLine toggle={toggle}>
            {(label) => edit('lifetime', IconPencil, label)}
          </LifetimeLine>
        </Suspense>
      )}
    </div>
  );
}

function hasEdits(memory: EditsMemory<ToggleForm>, toggle: Toggle): boolean {
  const draft = partOf(toggleForm(toggle), DETAILS_PART);
  return readEdits(memory, { draft, version: toggle.version }) !== undefined;
}
