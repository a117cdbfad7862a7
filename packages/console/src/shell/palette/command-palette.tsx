import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useModal } from '../../ui/dialogs/use-modal.ts';
import { useCombobox } from '../../ui/fields/use-combobox.ts';
import styles from './command-palette.module.css';
import { type Entry, GROUPS, type Group } from './palette-entry.ts';
import { rank } from './palette-ranking.ts';
import { useFoundEntries } from './use-found-entries.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

/** The number of entries shown of each kind; to see the eighth, users type another letter. */
const SHOWN_PER_GROUP = 7;
const RECENT = 5;

interface Section {
  readonly group: Group | 'recent';
  readonly entries: readonly Entry[];
}

interface CommandPaletteProps {
  /** The ids of the entries that were chosen last, newest first. */
  readonly recent: readonly string[];
  readonly onChoose: (recent: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Finds anything by a part of its name. A leading `>` shows only actions. */
export function CommandPalette({ recent, onChoose, onClose }: CommandPaletteProps) {
  const t = useTranslations('palette');
  const navigate = useNavigate();
  const entries = usePaletteEntries();
  const [query, setQuery] = useState('');
  const dialog = useModal();
  const found = useFoundEntries(query);
  const sections = sectionsOf({ entries, elsewhere: found, recent }, query);
  const shown = sections.flatMap((section) => section.entries);
  const { active, activate, ...combobox } = useCombobox({
    options: shown,
    isOpen: true,
    onChoose: choose,
  });

  function choose({ id, target }: Entry) {
    onChoose([id, ...recent.filter((other) => other !== id)].slice(0, RECENT));
    onClose();
    if (typeof target === 'string') void navigate(target);
    else target();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette closes it; keyboard users press Esc.
    <dialog
      ref={dialog}
      aria-label={t('title')}
      className={styles.palette}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <input
        {...combobox.fieldProps}
        role="combobox"
        aria-expanded
        aria-label={t('placeholder')}
        placeholder={t('placeholder')}
        className={styles.input}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          activate(0);
        }}
      />
      <div {...combobox.listProps} role="listbox" aria-label={t('title')} className={styles.list}>
        {sections.map(({ group, entries: found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox.
          <div key={group} role="group" aria-label={t(`group.${group}`)}>
            <div aria-hidden className={styles.group}>
              {t(`group.${group}`)}
            </div>
            {found.map((entry) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
              <div
                key={entry.id}
                {...combobox.optionProps(shown.indexOf(entry))}
                role="option"
                aria-selected={entry === active}
                className={styles.option}
              >
                <span>{entry.label}</span>
                {entry.detail !== undefined && (
                  <span className={styles.detail}>{entry.detail}</span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <p role="status" className={styles.nothing}>
          {t('nothing', { query })}
        </p>
      )}
    </dialog>
  );
}

interface Findable {
  readonly entries: readonly Entry[];
  /** What the service found. */
  readonly elsewhere: readonly Entry[];
  readonly recent: readonly string[];
}

function sectionsOf({ entries, elsewhere, recent }: Findable, query: string): Section[] {
  if (query.startsWith('>')) {
    const actions = entries.filter(({ group }) => group === 'action');
    const wanted = rank(actions, query.slice(1));
    return wanted.length === 0 ? [] : [{ group: 'action', entries: wanted }];
  }
  // Results of the service are kept although they do not match locally: the service also searches e-mails.
  const local = rank(entries, query);
  const found = [...local, ...elsewhere.filter(({ id }) => !local.some((one) => one.id === id))];
  const latest = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const isEmpty = query.trim() === '';
  const sections: Section[] = GROUPS.map((group) => ({
    group,
    entries: found
      .filter((entry) => entry.group === group && !(isEmpty && latest.includes(entry)))
      .slice(0, SHOWN_PER_GROUP),
  }));
  // Sections are sorted by their best entry.
  const byBest = (section: Section) => {
    const best = section.entries[0];
    return best === undefined ? Number.POSITIVE_INFINITY : found.indexOf(best);
  };
  if (!isEmpty) sections.sort((left, right) => byBest(left) - byBest(right));
  const all: Section[] = isEmpty ? [{ group: 'recent', entries: latest }, ...sections] : sections;
  return all.filter((section) => section.entries.length > 0);
}
