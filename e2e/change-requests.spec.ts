import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

interface Filed {
  readonly id: string;
}

test('SAF-15, SAF-72: a pause at a time is in the list, and its page shows its step; it is applied now', async ({
  adminPage: page,
  company,
}) => {
  const { id, production, experimentId } = await furnishApplication(company);
  const startAt = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const edit = { type: 'experiment', action: 'PAUSE', id: experimentId, environmentId: production };
  const draft = { title: 'Pause for the night', submit: true, steps: [{ edits: [edit] }] };
  const at = { start: 'AT', startAt };
  await company.call<Filed>('POST', `/api/apps/${id}/change-requests`, { ...draft, ...at });

  const list = `/applications/${id}/change-requests`;
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change requests');
  await expect(page.getByRole('tab', { name: 'To come 1' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'To come 1' }).press('Enter');
  await expect(page).toHaveURL(/view=coming/);
  await page.getByRole('link', { name: '#1 Pause for the night' }).press('Enter');
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Hold' }).press('Enter');
  await expect(page.getByText('Held: somebody held it')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  await page.getByRole('button', { name: 'Apply now' }).press('Enter');
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Step 1 of 1 applied/)).toBeVisible();
  const path = `/api/apps/${id}/envs/${production}/experiments/${experimentId}`;
  expect(await company.call<object>('GET', path)).toMatchObject({ status: 'PAUSED' });
});
