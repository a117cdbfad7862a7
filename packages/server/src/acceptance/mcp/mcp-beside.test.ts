import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { createTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { openShop } from '../company.ts';
import { startPreviousRelease } from '../previous-release.ts';
import { openEditor } from './editor.ts';

it('LIF-65 LIF-92: beside a service of 0.2.0, which has neither lists nor states, tools answer what it knows', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-mcp-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  const service = await startPreviousRelease({ DATA_DIR: path.join(folder, 'data') });
  stack.defer(() => service.kill());
  const { admin, accountKey, appId, envId } = await openShop(service);
  const { id: groupId } = await admin.call(createTargetGroup, {
    params: { appId },
    body: {
      name: 'Staff',
      policy: 'AND',
      conditions: [{ propertyId: 'uid', expression: 'STARTS_WITH', term: 'staff-' }],
    },
  });
  const rules = [
    {
      type: 'TARGET_GROUP',
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [groupId] },
      valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
    },
    { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } },
  ];
  const { id: toggleId } = await admin.call(createToggle, {
    params: { appId },
    body: { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });
  await admin.call(createExperiment, { params: { appId, envId }, body: { toggleId, rules } });

  const { url } = service;
  await using editor = await openEditor({ url, key: accountKey, configHome: folder });
  const toggle = { application: 'Shop', toggle: 'checkout' };
  expect((await editor.ask('list_toggles', toggle)).structuredContent).toEqual({
    rows: [
      {
        ...{ name: 'checkout', description: '', archived: false },
        ...{ values: ['enabled', 'disabled'], defaultValue: 'disabled' },
      },
    ],
    more: 0,
  });
  expect((await editor.ask('get_toggle', toggle)).structuredContent).toMatchObject({
    name: 'checkout',
    experiments: [
      {
        environment: 'Production',
        rules: [
          { targetGroupRule: { policy: 'ANY_OF', targetGroups: ['Staff'] } },
          { type: 'ALL_USERS' },
        ],
      },
    ],
  });
  const explained = await editor.ask('explain', {
    ...{ ...toggle, environment: 'Production', uid: 'staff-1' },
  });
  expect(explained.structuredContent).toMatchObject({ value: 'enabled' });
  const changes = await editor.ask('list_changes', { application: 'Shop' });
  expect(changes.isError).not.toBe(true);
  const stale = await editor.ask('list_stale', toggle);
  expect(stale.isError).toBe(true);
  expect(JSON.stringify(stale.content)).toContain('too old');
});
