import * as experimentApi from '@comporta/contract/experiments/experiment-api';
import { checkoutDraft, exactly, paymentDraft } from './rules.ts';
import { ABSENT, type Case, type Situation } from './situation.ts';

export function refusalsAboutExperiments({ admin, shop }: Situation): Case[] {
  const { appId, production, staging, toggles, experiments } = shop;
  const params = { appId, envId: production.id };
  const checkout = { ...params, id: experiments.checkout.id };
  const payment = { ...params, id: experiments.payment.id };
  const cloneTo = (destEnvId: string) => () =>
    admin.refusal(experimentApi.cloneExperiment, { params: { ...checkout, destEnvId } });
  const paymentWith = (...rules: readonly object[]) => {
    const draft = paymentDraft(shop);
    return () =>
      admin.refusal(experimentApi.updateExperiment, {
        params: payment,
        body: { ...draft, rules: [...rules, ...(draft.rules ?? [])] },
      });
  };
  const dependsOnCheckout = {
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId: toggles['new-checkout'], value: 'enabled' },
    valueSpec: exactly('pix'),
  };
  const firstAgain = { ...paymentDraft(shop).rules?.[0], valueSpec: exactly('card') };

  return [
    [
      'TOGGLE_HAS_EXPERIMENT',
      () => admin.refusal(experimentApi.createExperiment, { params, body: checkoutDraft(shop) }),
    ],
    ['TOGGLE_HAS_EXPERIMENT', cloneTo(staging.id)],
    ['TOGGLE_HAS_EXPERIMENT', cloneTo(production.id)],
    ['UNKNOWN_ENVIRONMENT', cloneTo(ABSENT), { environment_id: ABSENT }],
    [
      'CIRCULAR_TOGGLE_DEPENDENCY',
      paymentWith(dependsOnCheckout),
      { toggle_id: toggles['new-checkout'] },
    ],
    ['DUPLICATED_RULE', paymentWith(firstAgain), { rule_order: [2], duplicate_of: [1] }],
    [
      'NOT_FOUND',
      () => admin.refusal(experimentApi.deleteExperiment, { params: { ...params, id: ABSENT } }),
    ],
  ];
}
