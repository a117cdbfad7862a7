import {
  OpenFeatureProvider,
  useBooleanFlagDetails,
  useStringFlagDetails,
  useTrack,
} from '@openfeature/react-sdk';
import { createElement, type ReactElement } from 'react';

/** The elements of a page that a server renders and the browser hydrates: the same on both sides. */
export function drawn(domain?: string): ReactElement {
  return createElement(
    OpenFeatureProvider,
    domain === undefined ? null : { domain },
    createElement(Shop),
  );
}

function Shop() {
  const checkout = useBooleanFlagDetails('new-checkout', false);
  const theme = useStringFlagDetails('theme', 'none');
  const half = useBooleanFlagDetails('half', false);
  const { track } = useTrack();
  return createElement(
    'div',
    null,
    createElement('p', { 'data-testid': 'new-checkout' }, String(checkout.value)),
    createElement('p', { 'data-testid': 'theme' }, theme.value),
    createElement('p', { 'data-testid': 'half' }, String(half.value)),
    createElement('button', { type: 'button', onClick: () => track('bought') }, 'Buy'),
  );
}
