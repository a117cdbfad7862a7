import type { ChangeRequest, EditProblem } from '@comporta/contract/change-requests/change-request';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import { Button } from '../../ui/controls/button.ts';
import styles from './promotion-problem.module.css';
import type { Sending } from './use-sending.ts';

interface PromotionProblemProps {
  readonly request: ChangeRequest;
  readonly problem: EditProblem;
  readonly sending: Sending;
  readonly onAdd: (source: ChangeRequest['source']) => void;
}

/** A toggle that promoted ones depend on is not active in the destination; promoted with them, it is. Source: SAF-61. */
export function PromotionProblem({ request, problem, sending, onAdd }: PromotionProblemProps) {
  const t = useTranslations('changeRequest.promotion');
  const { application } = useCurrentEnvironment();
  const { data: toggles } = useQuery(togglesQuery(request.appId));
  const promotion = request.source?.promotion;
  if (promotion === undefined) return null;
  const { toggle_id: id, status } = Object(problem.meta_data);
  const toggle = toggles?.find((one) => one.id === id)?.name ?? '';
  const to = application?.environments.find((one) => one.id === promotion.toEnvId)?.name ?? '';
  const isPaused = status === 'PAUSED';

  const add = () => {
    const toggleIds = [...new Set([...promotion.toggleIds, String(id)])];
    const copyStatus = isPaused || promotion.copyStatus === true;
    onAdd({ promotion: { ...promotion, toggleIds, copyStatus } });
  };

  return (
    <span className={styles.problem}>
      {t(isPaused ? 'paused' : 'inactive', { toggle, to })}
      <Button variant="default" size="compact-sm" disabled={sending.isBusy} onClick={add}>
        {t(isPaused ? 'addWithStatus' : 'add', { toggle })}
      </Button>
    </span>
  );
}
