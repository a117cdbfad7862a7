import { describe, expect, it } from 'vitest';
import { AddressRefused, guardWebhookAddresses } from './webhook-addresses.ts';

function resolvingTo(...addresses: string[]) {
  return async () => addresses;
}

describe('webhook addresses', () => {
  const guard = guardWebhookAddresses([]);

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://①②⑦.⓪.⓪.①/',
    'http://0.0.0.0/',
    'http://0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://168.63.129.16/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[64:ff9b:1::10.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://user:password@example.com/',
    'not a URL',
  ])('refuse %s', async (url) => {
    expect(await guard.mayCall(url)).toBe(false);
  });

  it.each(['http://8.8.8.8/', 'https://[2606:4700::1111]:8443/x', 'http://[::ffff:8.8.8.8]/'])(
    'allow %s',
    async (url) => {
      expect(await guard.mayCall(url)).toBe(true);
    },
  );

  it.each([22, 25, 110, 143, 1023, 5432, 6379, 27017])(
    'SEC-19: on a public host at port %i are refused, on save and at each connect',
    async (port) => {
      const url = `http://8.8.8.8:${port}/`;
      expect(await guard.mayCall(url)).toBe(false);
      await expect(guard.resolve(new URL(url))).rejects.toThrow(AddressRefused);
      const letIn = guardWebhookAddresses(['8.8.8.0/24']);
      expect(await letIn.mayCall(url)).toBe(true);
    },
  );

  it.each([
    'http://8.8.8.8:80/',
    'https://8.8.8.8:443/',
    'https://8.8.8.8:8443/',
    'http://8.8.8.8:3000/',
  ])('SEC-19: %s has a port that web servers use', async (url) => {
    expect(await guard.mayCall(url)).toBe(true);
  });

  it('HOS-15: whose name resolves to internal addresses are refused like unknown ones: when they are called', async () => {
    const asked: string[] = [];
    const inside = guardWebhookAddresses([], async (name) => {
      asked.push(name);
      return ['10.1.2.3', 'fd00::1'];
    });
    expect(await inside.mayCall('https://hooks.example.com/')).toBe(true);
    expect(asked).toEqual([]);
    await expect(inside.resolve(new URL('https://hooks.example.com'))).rejects.toMatchObject({
      name: 'AddressRefused',
      isLiteral: false,
    });
  });

  it('a name on a port that web servers do not use is refused, unless networks are allowed', async () => {
    const url = 'https://hooks.example.com:6379/';
    expect(await guard.mayCall(url)).toBe(false);
    const letIn = guardWebhookAddresses(['10.0.0.0/8'], resolvingTo('10.0.0.1'));
    expect(await letIn.mayCall(url)).toBe(true);
  });

  it('whose name resolves to internal and public addresses use the public ones', async () => {
    const both = guardWebhookAddresses([], resolvingTo('10.1.2.3', '8.8.8.8'));
    expect(await both.resolve(new URL('https://hooks.example.com'))).toEqual(['8.8.8.8']);
  });

  it('whose name cannot be resolved now are checked when they are called', async () => {
    const unknown = guardWebhookAddresses([], async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    });
    expect(await unknown.mayCall('https://hooks.example.com/')).toBe(true);
    await expect(unknown.resolve(new URL('https://hooks.example.com'))).rejects.toThrow(
      'not found',
    );
  });

  it.each([
    ['127.0.0.0/8', 'http://127.0.0.1/', true],
    ['127.0.0.0/8', 'http://[::ffff:127.0.0.1]/', true],
    ['127.0.0.0/8', 'http://localhost/', true],
    ['127.0.0.0/8', 'http://10.0.0.1/', false],
    ['127.0.0.0/8', 'http://[::1]/', false],
    ['fd00::/8', 'http://[fd00::1]/', true],
    ['10.1.0.0/16', 'http://10.1.255.255/', true],
    ['10.1.0.0/16', 'http://10.2.0.0/', false],
  ])('with the network %s allowed: %s is allowed: %s', async (network, url, allowed) => {
    expect(await guardWebhookAddresses([network]).mayCall(url)).toBe(allowed);
  });
});
