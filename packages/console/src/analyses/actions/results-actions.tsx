import type { Results } from '@comporta/contract/analyses/results';
import { winnerOf } from '@comporta/contract/analyses/verdict';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { shownValue } from '@comporta/messages/shown-value';
import {
  IconDots,
  IconLink,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { ActionIcon } from '../../ui/controls/action-icon.ts';
import { Button } from '../../ui/controls/button.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { CreateLink } from '../../ui/list/create-link.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { toast } from '../../ui/toast-store.ts';
import { viewOf } from '../results/results-address.ts';
import { AskResultsDialog } from './ask-results-dialog.tsx';
import type { AskedAction } from './results-dialogs.tsx';

interface ResultsActionsProps {
  readonly experiment: Experiment;
  readonly results: Results;
}

/** The actions on an analysis: give everyone one value, start a new phase, stop. */
export function ResultsActions({ experiment, results }: ResultsActionsProps) {
  const t = useTranslations();
  const [asked, setAsked] = useState<AskedAction>();
  const { analysis, verdict, values } = results;
  const isReadOnly = useIsReadOnly();
  const isRunning = analysis.state === 'RUNNING' && !isReadOnly;
  const isOpen = isRunning || (analysis.state === 'CLOSING' && !isReadOnly);
  const best = winnerOf(verdict);
  const ship = (value: string) => setAsked({ what: 'ship', value });

  /** The address of exactly this view: a newer phase does not replace it. Source: RES-120. */
  async function copyLink() {
    const { appId, id } = analysis;
    const url = new URL(pathTo('analysis', { appId, id }), location.href);
    url.search = String(viewOf(results, new URLSearchParams(location.search)));
    if (await copyText(url.href)) toast({ text: t('common.copied') });
  }

  return (
    <>
      {best !== undefined && isOpen && (
        <Button onClick={() => ship(best)}>
          {t('analysis.ship', { value: shownValue(best) })}
        </Button>
      )}
      {analysis.state === 'STOPPED' && (
        <CreateLink
          to={pathTo('planner', {
            appId: analysis.appId,
            envId: analysis.envId,
            id: analysis.experimentId,
          })}
        >
          {t('analysis.start')}
        </CreateLink>
      )}
      <Menu
        button={(opener) => (
          <ActionIcon
            {...opener}
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('common.actions')}
          >
            <IconDots size={18} />
          </ActionIcon>
        )}
      >
        {isOpen &&
          values.map(({ value }) => (
            <MenuItem key={value} icon={<IconUsersGroup size={16} />} onClick={() => ship(value)}>
              {t('analysis.ship', { value: shownValue(value) })}
            </MenuItem>
          ))}
        {isRunning && (
          <MenuItem icon={<IconPencil size={16} />} onClick={() => setAsked({ what: 'plan' })}>
            {t('analysis.editOpenPlan')}
          </MenuItem>
        )}
        {isRunning && (
          <MenuItem icon={<IconRefresh size={16} />} onClick={() => setAsked({ what: 'phase' })}>
            {t('analysis.newPhase')}
          </MenuItem>
        )}
        {isOpen && (
          <MenuItem icon={<IconPlayerStop size={16} />} onClick={() => setAsked({ what: 'stop' })}>
            {t('analysis.stop')}
          </MenuItem>
        )}
        <MenuItem icon={<IconLink size={16} />} onClick={() => void copyLink()}>
          {t('results.copyLink')}
        </MenuItem>
      </Menu>
      {asked !== undefined && (
        <AskResultsDialog {...{ asked, experiment, results }} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
