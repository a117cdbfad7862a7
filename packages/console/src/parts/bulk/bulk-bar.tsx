import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import type { RowSelection } from '../../ui/list/row-selection.ts';
import { SelectionBar } from '../../ui/list/selection-bar.tsx';
import type { BulkAction, BulkActionName } from './bulk-action.ts';
import styles from './bulk-bar.module.css';
import { BulkDialog } from './bulk-dialog.tsx';

interface BulkBarProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly actions: readonly BulkAction<Row>[];
  readonly selection: RowSelection<Row>;
}

const NO_REASONS: ReadonlyMap<string, string> = new Map();

/** The actions on the selected rows, and after an action the reasons why some rows are still selected. */
export function BulkBar<Row>({ rows, rowKey, actions, selection }: BulkBarProps<Row>) {
  const t = useTranslations('bulk');
  const [openName, setOpenName] = useState<BulkActionName>();
  const [reasons, setReasons] = useState(NO_REASONS);
  const open = actions.find(({ name }) => name === openName);
  const chosen = rows.filter((row) => selection.keys.has(rowKey(row)));
  const refused = chosen.filter((row) => reasons.has(rowKey(row)));

  function settle(refusals: ReadonlyMap<string, string>) {
    setReasons(refusals);
    selection.set([...refusals.keys()]);
  }

  return (
    <>
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.map((row) => (
            <li key={rowKey(row)}>
              {t('refused', {
                name: selection.nameOf(row),
                reason: reasons.get(rowKey(row)) ?? '',
              })}
            </li>
          ))}
        </ul>
      )}
      <SelectionBar selection={selection}>
        {actions.map(({ name }) => (
          <Button key={name} variant="default" onClick={() => setOpenName(name)}>
            {t(`action.${name}`)}
          </Button>
        ))}
      </SelectionBar>
      {open !== undefined && (
        <BulkDialog
          rows={chosen}
          rowKey={rowKey}
          nameOf={selection.nameOf}
          action={open}
          onSettled={settle}
          onClose={() => setOpenName(undefined)}
        />
      )}
    </>
  );
}
