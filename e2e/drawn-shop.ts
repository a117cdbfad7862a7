import {
  OpenFeatureProvider,
  useBooleanFlagDetails,
  useStringFlagDetails,
  useTrack,
} from '@openfeature/react-sdk';
import { createElement, type ReactElement } from 'react';

/** A page that a server draws and the browser takes over: the same elements on both sides. */
export function drawn(domain?: string): ReactElement {
  return createElement(
    OpenFeatureProvider,
    domain === undefined ? null : { domain },
    createElement(Shop),
  );
}

function Shop() {
  const checkout = useBooleanFlagDetails('checkout', false);
  const theme = useStringFlagDetails('theme', 'none');
  const half = useBooleanFlagDetails('half', false);
  const { track } = useTrack();
  return createElement(
    'div',
    null,
    createElement('p', { 'data-testid': 'checkout' }, String(checkout.value)),
    createElement('p', { 'data-testid': 'theme' }, theme.value),
    createElement('p', { 'data-testid': 'half' }, String(half.value)),
    createElement('button', { type: 'button', onClick: () => track('bought') }, 'Buy'),
  );
}
