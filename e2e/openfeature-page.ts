import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import {
  OpenFeature,
  OpenFeatureProvider,
  type Provider,
  ProviderEvents,
  useBooleanFlagDetails,
  useNumberFlagDetails,
  useObjectFlagDetails,
  useStringFlagDetails,
} from '@openfeature/react-sdk';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * A page as a customer would write it with React: each toggle by name with its details, the events of
 * the provider, and a button that logs Bob in. It runs in the browser, on another origin than the service.
 */
const asked = new URLSearchParams(location.search);
const ANA = { targetingKey: 'ana', country: 'BR' };

function Page() {
  const [events, setEvents] = useState<readonly string[]>([]);
  useState(() => {
    for (const event of Object.values(ProviderEvents)) {
      OpenFeature.addHandler(event, () => setEvents((before) => [...before, event]));
    }
  });
  return createElement(
    'main',
    null,
    createElement(Toggle, {
      name: 'new-checkout',
      details: useBooleanFlagDetails('new-checkout', false),
    }),
    createElement(Toggle, { name: 'theme', details: useStringFlagDetails('theme', 'none') }),
    createElement(Toggle, { name: 'page-size', details: useNumberFlagDetails('page-size', 1) }),
    createElement(Toggle, { name: 'limits', details: useObjectFlagDetails('limits', {}) }),
    createElement(Toggle, { name: 'half', details: useBooleanFlagDetails('half', false) }),
    createElement(Toggle, { name: 'paused', details: useBooleanFlagDetails('paused', true) }),
    createElement(Toggle, { name: 'nothing', details: useStringFlagDetails('nothing', 'none') }),
    createElement('p', { 'data-testid': 'events' }, events.join(' ')),
    createElement(
      'button',
      { type: 'button', onClick: () => OpenFeature.setContext({ targetingKey: 'bob' }) },
      'Bob',
    ),
    createElement(
      'button',
      { type: 'button', onClick: () => OpenFeature.setContext({}) },
      'Log out',
    ),
  );
}

interface Details {
  readonly value: unknown;
  readonly reason?: string | undefined;
  readonly errorCode?: string | undefined;
}

function Toggle({ name, details }: { readonly name: string; readonly details: Details }) {
  const { value, reason, errorCode } = details;
  return createElement('p', { 'data-testid': name }, JSON.stringify([value, errorCode ?? reason]));
}

const provider = new OFREPWebProvider({
  baseUrl: asked.get('service') ?? '',
  headers: [['X-API-Key', asked.get('key') ?? '']],
});
// Its package is compiled without exactOptionalPropertyTypes, so its optional members have other types.
void OpenFeature.setProvider(provider as Provider, ANA);
const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(createElement(OpenFeatureProvider, null, createElement(Page)));
