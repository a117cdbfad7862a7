import { isProduction } from '@comporta/contract/applications/production';
import { shownValue } from '@comporta/messages/shown-value';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useRestorable } from '../../base/use-restorable.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { toggleUsesQuery } from '../../data/toggle-queries.ts';
import { ValueChip } from '../../parts/outcome/outcome-view.tsx';
import { useLinksOf } from '../../parts/usage/use-usage-links.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx';
import { LinkList } from '../../ui/dialogs/link-list.tsx';
import { useIsLate } from '../../ui/list/use-is-late.ts';
import { OwnExperiments } from './own-experiments.tsx';
import styles from './toggle-question.module.css';
import { type AskedAction, useToggleAction } from './use-toggle-action.ts';

/**
 * Says where a toggle is used, in every environment, and asks before it is deleted or archived together with its
 * experiments. While rules of other toggles depend on it, there is nothing to confirm.
 */
export function ToggleQuestion(asked: AskedAction) {
  const { toggle, action, onClose } = asked;
  const t = useTranslations();
  const isLate = useIsLate();
  const uses = useQuery(toggleUsesQuery(toggle));
  const { experiments = [], dependents = [] } = uses.data ?? {};
  const count = experiments.length;
  const restorable = useRestorable(count > 0 ? 'eachRestorable' : 'restorable');
  const ids = experiments.map(({ id }) => id);
  const { outcome, isBusy, confirm, close } = useToggleAction(asked, ids);
  const linksOf = useLinksOf(toggle.appId);
  const environments = useCurrentEnvironment().application?.environments ?? [];
  const touchesProduction = environments.some(
    (one) => isProduction(one) && experiments.some(({ envId }) => envId === one.id),
  );

  if (outcome !== undefined) return <InfoDialog {...outcome} onClose={() => close(outcome.kind)} />;

  const title = t(`toggle.${action}.title`);
  const asking = { title, isBusy, onConfirm: confirm, onCancel: onClose };
  if (uses.isPending) {
    if (!isLate) return null;
    return <ConfirmDialog {...asking} text={t('toggle.uses.reading')} />;
  }

  const own = <OwnExperiments toggle={toggle} uses={experiments} onFollow={onClose} />;
  if (dependents.length > 0) {
    return (
      <ConfirmDialog
        {...asking}
        text={
          <div className={styles.parts}>
            <p>
              {action === 'delete'
                ? t('toggle.error.EXPERIMENT_DEPENDENCY_EXISTS')
                : t('toggle.archive.refused.EXPERIMENT_DEPENDENCY_EXISTS')}
            </p>
            <p>{t('toggle.uses.dependents')}</p>
            <LinkList links={linksOf(dependents)} onFollow={onClose} />
            {count > 0 && (
              <>
                <p>{t('toggle.uses.ownToo', { count })}</p>
                {own}
              </>
            )}
          </div>
        }
      />
    );
  }

  const { name, defaultValue, values } = toggle;
  return (
    <ConfirmDialog
      {...asking}
      verb={count === 0 ? title : t(`toggle.${action}.verb`, { count })}
      {...(touchesProduction && { nameToType: name })}
      text={
        <div className={styles.parts}>
          <p>
            {t.rich(`toggle.${action}.confirm`, {
              name,
              value: () => <ValueChip value={shownValue(defaultValue, values)} />,
            })}
          </p>
          {count > 0 && (
            <>
              <p>{t('toggle.uses.experiments', { count })}</p>
              {own}
            </>
          )}
          {uses.isError && <p>{t('toggle.uses.unread')}</p>}
          {(action === 'delete' || count > 0) && (
            <p>{restorable ?? t('dialog.confirm.irreversible')}</p>
          )}
        </div>
      }
    />
  );
}
