import { afterEach, expect, it, vi } from 'vitest';
import { dismissAll, shownToasts } from '../../ui/toast-store.ts';
import { createRestoreOffer } from './restore-offer.ts';

afterEach(dismissAll);

it('CDW-45: a version that fills two forms is told once, and its Undo gives both back', () => {
  const [details, values] = [vi.fn(), vi.fn()];
  const offer = createRestoreOffer();
  offer.join('Version 1 restored', details);
  offer.join('Version 1 restored', values);
  expect(shownToasts().map(({ text }) => text)).toEqual(['Version 1 restored']);
  shownToasts()[0]?.undo?.();
  expect(details).toHaveBeenCalledOnce();
  expect(values).toHaveBeenCalledOnce();
});

it('CDW-45: a form that was saved is not given back with the other, and the last one takes the toast along', () => {
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
