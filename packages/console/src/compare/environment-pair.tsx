import type { Environment } from '@comporta/contract/applications/application';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { ActionIcon } from '../ui/controls/action-icon.ts';
import { NativeSelect } from '../ui/controls/native-select.ts';
import styles from './compare-page.module.css';
import type { Chosen } from './compared-environments.ts';

interface EnvironmentPairProps {
  readonly environments: readonly Environment[];
  readonly chosen: Chosen<Environment>;
  readonly onChange: (from: string, to: string) => void;
}

/** Chooses the two environments. To choose that of the other side swaps them. */
export function EnvironmentPair({ environments, chosen, onChange }: EnvironmentPairProps) {
  const t = useTranslations('compare');
  const { from, to } = chosen;
  const data = environments.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={styles.pair}>
      <NativeSelect
        variant="filled"
        label={t('from')}
        data={data}
        value={from.id}
        onChange={({ currentTarget: { value } }) =>
          onChange(value, value === to.id ? from.id : to.id)
        }
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('swap')}
        title={t('swap')}
        onClick={() => onChange(to.id, from.id)}
      >
        <IconArrowsExchange size={18} />
      </ActionIcon>
      <NativeSelect
        variant="filled"
        label={t('to')}
        data={data}
        value={to.id}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === from.id ? to.id : from.id, value)
        }
      />
    </div>
  );
}
