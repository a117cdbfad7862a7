import type { Environment } from '@comporta/contract/applications/application';
import type { Comparison } from '@comporta/contract/compare/comparison';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { mayEditIn } from '../data/may-edit-in.ts';
import { Button } from '../ui/controls/button.ts';
import type { RowSelection } from '../ui/list/row-selection.ts';
import { SelectionBar } from '../ui/list/selection-bar.tsx';
import type { Chosen } from './compared-environments.ts';

const PromoteDialog = lazy(async () => ({
  default: (await import('./promote-dialog.tsx')).PromoteDialog,
}));

interface PromoteBarProps {
  readonly appId: string;
  readonly chosen: Chosen<Environment>;
  readonly rows: readonly Comparison[];
  readonly selection: RowSelection<Comparison>;
}

/** What is done with the chosen toggles. Those without an experiment in the first environment have nothing to promote. */
export function PromoteBar({ appId, chosen, rows, selection }: PromoteBarProps) {
  const t = useTranslations('compare');
  const { application } = useCurrentEnvironment();
  const [isOpen, setOpen] = useState(false);
  const promoted = rows.filter(
    ({ toggleId, from }) => selection.keys.has(toggleId) && from !== null,
  );
  const isNothing = promoted.length === 0;
  return (
    <>
      <SelectionBar selection={selection}>
        {mayEditIn(application, chosen.to.id) && (
          <Button disabled={isNothing} onClick={() => setOpen(true)}>
            {t('promote', { to: chosen.to.name })}
          </Button>
        )}
      </SelectionBar>
      {isOpen && !isNothing && (
        <Suspense>
          <PromoteDialog {...{ appId, chosen }} rows={promoted} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
