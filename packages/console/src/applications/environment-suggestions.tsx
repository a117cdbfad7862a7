import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/controls/button.ts';
import { fold } from '../ui/list/matches.ts';
import type { EnvironmentDraft } from './environment-list.ts';
import styles from './environments-field.module.css';

const SUGGESTIONS = ['development', 'staging', 'production'] as const;

interface EnvironmentSuggestionsProps {
  readonly taken: readonly EnvironmentDraft[];
  readonly onChoose: (name: string) => void;
}

/** Suggests names that many teams use and that are not in the list yet. */
export function EnvironmentSuggestions({ taken, onChoose }: EnvironmentSuggestionsProps) {
  const t = useTranslations('app.environment');
  const names = SUGGESTIONS.map((suggestion) => t(`suggestion.${suggestion}`));
  const left = names.filter((name) => !taken.some((other) => fold(other.name) === fold(name)));
  if (left.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      {t('suggestions')}
      {left.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          aria-label={t('suggest', { name })}
          onClick={() => onChoose(name)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}
