import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createExperiment, listExperiments } from '@comporta/contract/experiments/experiment-api';
import { createTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { exportApplication } from '@comporta/contract/transfer/transfer-api';
import { expect, it } from 'vitest';
import { spawnCommand } from '../../testing/spawned-service.ts';
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
  const asked = { url, key: accountKey, configHome: folder, args: ['--allow-write'] };
  await using editor = await openEditor(asked);
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
  for (const unknown of ['list_stale', 'get_references']) {
    const answer = await editor.ask(unknown, toggle);
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain('too old');
  }

  const stored = () => admin.call(listExperiments, { params: { appId, envId } });
  const before = await stored();
  const everyone = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } };
  const save = { ...toggle, environment: 'Production', rules: [everyone], reason: 'A try' };
  const saved = await editor.ask('save_rules', save);
  expect(JSON.stringify(saved.content)).toContain('too old for change requests');
  const file = path.join(folder, 'shop.json');
  const document = await admin.call(exportApplication, { params: { appId } });
  const experiments = document.experiments?.map((one) => ({ ...one, rules: [everyone] }));
  writeFileSync(file, JSON.stringify({ ...document, experiments }));
  const { ended } = await spawnCommand(['import', file, '--as-request'], {
    COMPORTA_URL: url,
    COMPORTA_KEY: accountKey,
  });
  expect(await ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'the service is too old for change requests, so nothing was changed\n',
  });
  expect(await stored()).toEqual(before);
});
