import { ORDER, ruleIdOf, SALT } from '@comporta/contract/change-requests/parts-of';
import { useTranslations } from 'use-intl/react';
import { WillHold } from '../../parts/apply/will-hold.tsx';
import { draftBody } from './draft-body.ts';
import type { WillHoldProps } from './will-hold-props.ts';

/** Which open requests a save of these edits of an experiment will hold. Source: SAF-09. */
export function ExperimentWillHold({ experiment, saved, form }: WillHoldProps) {
  const t = useTranslations('changeRequest.conflict');
  const { appId, id, status, salt, rules } = experiment;

  function partText(part: string): string {
    if (part === ORDER) return t('order');
    if (part === SALT) return t('salt');
    const ruleId = ruleIdOf(part);
    const place = saved.rules.findIndex((rule) => rule.id === ruleId);
    return place === -1 ? t('rules') : t('rule', { number: String(place + 1) });
  }

  const present = { status, salt, rules };
  const draft = draftBody(experiment, saved, form);
  return (
    <WillHold
      appId={appId}
      states={{ type: 'experiment', id, present, draft }}
      partText={partText}
    />
  );
}
