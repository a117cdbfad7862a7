import { isShownWhole, shownValue } from '@comporta/messages/shown-value';
import { IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Radio } from '../ui/controls/radio.ts';
import type { NamedLink } from '../ui/dialogs/link-list.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LongValue } from './long-value.tsx';
import styles from './values-field.module.css';

/** The table above names all environments; here they would leave no room for the value. */
const SHOWN_USES = 5;

interface ValueRowProps {
  readonly value: string;
  /** All values of the toggle. */
  readonly among: readonly string[];
  readonly isDefault: boolean;
  /** Links to the rules that return it. */
  readonly uses: readonly NamedLink[];
  readonly onMakeDefault: () => void;
  readonly onRemove: () => void;
  /** Starts another value with the text of this one. */
  readonly onCopy: () => void;
}

/** One value of a toggle. */
export function ValueRow({
  value,
  among,
  isDefault,
  uses,
  onMakeDefault,
  onRemove,
  onCopy,
}: ValueRowProps) {
  const t = useTranslations('toggle');
  const more = useTranslations('usage');
  const mark = useTranslations('common')('default');
  const shown = shownValue(value, among);
  return (
    <div className={styles.row}>
      <Radio
        name="defaultValue"
        value={value}
        checked={isDefault}
        onChange={onMakeDefault}
        aria-label={t('makeDefault', { value: shown })}
      />
      {isShownWhole(value) ? (
        <code>{value}</code>
      ) : (
        <LongValue value={value} among={among} onCopy={onCopy} />
      )}
      {isDefault && <span className={styles.mark}>{mark}</span>}
      {uses.length > 0 && (
        <span className={styles.uses}>
          {t('values.usedIn')}{' '}
          {uses.slice(0, SHOWN_USES).map(({ label, to }, index) => (
            <Fragment key={to}>
              {index > 0 && ', '}
              <Link to={to}>{label}</Link>
            </Fragment>
          ))}
          {uses.length > SHOWN_USES && ` ${more('more', { count: uses.length - SHOWN_USES })}`}
        </span>
      )}
      <IconButton
        size="large"
        aria-label={t('removeValue', { value: shown })}
        title={t('removeValue', { value: shown })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </IconButton>
    </div>
  );
}
