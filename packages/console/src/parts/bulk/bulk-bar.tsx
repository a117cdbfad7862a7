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

interface Refused {
  readonly key: string;
  readonly name: string;
  readonly reason: string;
}

const NONE_REFUSED: readonly Refused[] = [];

/** The actions on the selected rows, and after an action the reasons why some rows were not changed. */
export function BulkBar<Row>({ rows, rowKey, actions, selection }: BulkBarProps<Row>) {
  const t = useTranslations('bulk');
  const [openName, setOpenName] = useState<BulkActionName>();
  const [told, setTold] = useState(NONE_REFUSED);
  const open = actions.find(({ name }) => name === openName);
  const chosen = rows.filter((row) => selection.keys.has(rowKey(row)));
  // A row that is gone was refused because of that: it is still told.
  const present = new Set(rows.map(rowKey));
  const refused = told.filter(({ key }) => selection.keys.has(key) || !present.has(key));

  function settle(refusals: ReadonlyMap<string, string>) {
    setTold(
      chosen.flatMap((row) => {
        const reason = refusals.get(rowKey(row));
        return reason === undefined
          ? []
          : [{ key: rowKey(row), name: selection.nameOf(row), reason }];
      }),
    );
    selection.set([...refusals.keys()]);
  }

  return (
    <>
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.map(({ key, name, reason }) => (
            <li key={key}>{t('refused', { name, reason })}</li>
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
