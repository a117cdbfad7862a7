import type { Environment } from '@comporta/contract/applications/application';
import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { outcomeOf } from '@comporta/contract/experiments/outcome';
import {
  type RolledOut,
  type RollOut,
  rollOut as rolledOut,
} from '@comporta/contract/experiments/roll-out';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { analysisSummariesQuery } from '../../data/analysis-summary-queries.ts';
import { experimentQuery } from '../../data/experiment-queries.ts';
import { propertiesQuery } from '../../data/property-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useOutcomeWords } from '../outcome/outcome-words.ts';
import { AudienceFields } from './audience-fields.tsx';
import styles from './roll-out-dialog.module.css';
import { keptGroup, rollOutDraft, rollOutOf, usersIn } from './roll-out-form.ts';
import { useKeptGroup } from './use-kept-group.ts';
import { useRollOut } from './use-roll-out.ts';

interface RollOutDialogProps {
  readonly toggle: Toggle;
  readonly environment: Pick<Environment, 'id' | 'name'>;
  /** Absent while the toggle has no rules in the environment. */
  readonly experimentId: string | undefined;
  readonly onClose: () => void;
}

/** Gives a value to everyone, a percentage or some users, and says before what the rules become. Source: CDW-71. */
export function RollOutDialog({ experimentId, ...props }: RollOutDialogProps) {
  const { toggle, environment } = props;
  const key = { appId: toggle.appId, envId: environment.id, id: experimentId ?? '' };
  const { data } = useQuery({ ...experimentQuery(key), enabled: experimentId !== undefined });
  // The rules as they are now: a list may know only their outcome.
  if (experimentId !== undefined && data === undefined) return null;
  return <LoadedDialog key={data?.version} experiment={data} {...props} />;
}

interface LoadedDialogProps extends Omit<RollOutDialogProps, 'experimentId'> {
  readonly experiment: Experiment | undefined;
}

function LoadedDialog({ toggle, environment, experiment, onClose }: LoadedDialogProps) {
  const t = useTranslations();
  const { data: properties = [] } = useQuery(propertiesQuery(toggle.appId));
  const known = conditionProperties(properties);
  const [draft, setDraft] = useState(() => rollOutDraft(toggle));
  const saving = useRollOut({ toggle, environment, experiment }, onClose);
  const group = useKeptGroup(toggle.appId, known);
  const asked = rollOutOf(draft, known);
  const next = asked && rolledOut(experiment?.rules ?? [], toggle, asked);
  const names = { toggle: toggle.name, environment: environment.name };
  const failure = group.problem ?? saving.failure;

  async function submit(described: RollOut) {
    const kept = keptGroup(draft);
    if (kept === undefined) return saving.rollOut(described);
    const groupId = await group.save(kept);
    if (groupId === undefined) return;
    // Whatever becomes of the rules, the group is there now.
    setDraft({ ...draft, audience: 'group', groupId, groupName: '' });
    await saving.rollOut({ ...described, audience: usersIn(groupId) });
  }

  return (
    <Dialog
      title={t('toggle.switch.turnOnIn', names)}
      onClose={onClose}
      onSubmit={() => asked !== undefined && void submit(asked)}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={group.isBusy || saving.isBusy}
            disabled={next === undefined}
          >
            {t('toggle.switch.turnOnVerb')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {failure !== undefined && <Alert>{failure}</Alert>}
        <NativeSelect
          label={t('toggle.switch.value')}
          value={draft.value}
          onChange={(event) => setDraft({ ...draft, value: event.currentTarget.value })}
          data={toggle.values.map((value) => ({ value, label: shownValue(value) }))}
        />
        <AudienceFields
          appId={toggle.appId}
          {...{ draft, properties: known }}
          onChange={setDraft}
        />
        {next !== undefined && (
          <WhatFollows {...{ toggle, experiment, next }} value={draft.value} />
        )}
      </div>
    </Dialog>
  );
}

interface WhatFollowsProps {
  readonly toggle: Toggle;
  readonly experiment: Experiment | undefined;
  readonly next: RolledOut;
  readonly value: string;
}

/** What the rules become, and what users get then. */
function WhatFollows({ toggle, experiment, next, value }: WhatFollowsProps) {
  const t = useTranslations('toggle');
  const { sentence } = useOutcomeWords();
  const { data: analyses } = useQuery(analysisSummariesQuery(toggle.appId));
  const isMeasured = analyses?.some(
    ({ experimentId, state }) => experimentId === experiment?.id && state !== 'STOPPED',
  );
  const { effect } = next;
  const status = experiment?.status ?? 'ACTIVE';
  const before = experiment && ({ status, outcome: outcomeOf(experiment.rules) } as const);
  const after = { status, outcome: outcomeOf(next.rules) } as const;
  const said = { value: shownValue(value), count: 0, number: 0, ...effect };
  return (
    <section aria-label={t('rollOut.review')} aria-live="polite" className={styles.review}>
      <p>{t(`rollOut.effect.${effect.kind}`, said)}</p>
      <ul>
        <li>{t('switch.before', { outcome: sentence(toggle, before) })}</li>
        <li>{t('switch.after', { outcome: sentence(toggle, after) })}</li>
      </ul>
      {experiment !== undefined && experiment.status !== 'ACTIVE' && (
        <p>{t('rollOut.whilePaused')}</p>
      )}
      {isMeasured && <p>{t('rollOut.measured')}</p>}
    </section>
  );
}
