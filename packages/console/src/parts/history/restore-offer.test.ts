import { afterEach, expect, it, vi } from 'vitest';
import { dismissAll, shownToasts } from '../../ui/toast-store.ts';
import { createRestoreOffer } from './restore-offer.ts';

afterEach(dismissAll);

it('CDW-45: a version that fills two forms is reported once, and its undo resets both', () => {
  const [details, values] = [vi.fn(), vi.fn()];
  const offer = createRestoreOffer();
  offer.join('Version 1 restored', details);
  offer.join('Version 1 restored', values);
  expect(shownToasts().map(({ text }) => text)).toEqual(['Version 1 restored']);
  shownToasts()[0]?.undo?.();
  expect(details).toHaveBeenCalledOnce();
  expect(values).toHaveBeenCalledOnce();
});

it('CDW-45: a saved form is not reset with the other, and the toast disappears with the last form', () => {
  const [details, values] = [vi.fn(), vi.fn()];
  const offer = createRestoreOffer();
  const leave = offer.join('Version 1 restored', details);
  const leaveToo = offer.join('Version 1 restored', values);
  leave();
  shownToasts()[0]?.undo?.();
  expect(details).not.toHaveBeenCalled();
  expect(values).toHaveBeenCalledOnce();
  leaveToo();
  leaveToo();
  expect(shownToasts()).toEqual([]);
});
