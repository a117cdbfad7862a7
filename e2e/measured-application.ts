import { type Company, PASSWORD } from './company.ts';
import { type FurnishedApplication, furnishApplication } from './furnished-application.ts';
import { expose, someUsers, track } from './measured-users.ts';

/** A furnished application with a running analysis of one split, and a planned analysis of another. */
export async function measureApplication(company: Company): Promise<FurnishedApplication> {
  const furnished = await furnishApplication(company);
  const { id: appId, production } = furnished;
  const metrics = `/api/apps/${appId}/metrics`;
  const errors = {
    key: 'errors',
    name: 'Errors',
    kind: 'COUNT',
    eventKey: 'error',
    better: 'DOWN',
  };
  const guardrail = await company.call<{ id: string }>('POST', metrics, errors);
  const plan = async (experimentId: string, rule: number) => {
    const experiment = `/api/apps/${appId}/envs/${production}/experiments/${experimentId}`;
    const { rules } = await company.call<{ rules: { id: string }[] }>('GET', experiment);
    const analysis = await company.call<{ id: string }>('POST', `${experiment}/analyses`, {
      ruleId: rules[rule]?.id,
      hypothesis: 'More of them pay.',
      goal: { metricId: furnished.goalId },
      guardrails: [{ metricId: guardrail.id }],
      secondary: [{ metricId: furnished.metricId }],
      segments: [furnished.propertyId],
      plannedUnits: 2_000,
    });
    return `${experiment}/analyses/${analysis.id}`;
  };
  await plan(furnished.experimentId, 1);
  await company.call('POST', `${await plan(furnished.splitExperimentId, 0)}/start`);

  const newKey = `/api/apps/${appId}/env/${production}/new-token`;
  const key = await company.call<string>('POST', newKey, { password: PASSWORD });
  const asSystem = company.callWith(key);
  const users = someUsers(300);
  await expose(asSystem, { toggle: 'payment-provider', users });
  // More than the 25 users per value that an interval needs, and some errors.
  await track(
    asSystem,
    'purchase',
    users.filter((_, index) => index % 3 === 0),
  );
  await track(
    asSystem,
    'error',
    users.filter((_, index) => index % 4 === 0),
  );
  return furnished;
}
