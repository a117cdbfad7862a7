import { createElement, type PointerEvent } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDragOrder } from './use-drag-order.ts';

/** A rule of the list, with the methods that dragging needs. Each is 100 px high. */
class Item {
  readonly style = { translate: '' };
  readonly #top: number;
  constructor(top: number) {
    this.#top = top;
  }
  getBoundingClientRect() {
    return { top: this.#top, height: 100 };
  }
}

const items = [0, 100, 200, 300].map((top) => new Item(top));
const page = Object.assign(new EventTarget(), { innerHeight: 800, scrollY: 0, scrollBy() {} });

beforeEach(() => {
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { getElementById: () => items[2] });
  vi.stubGlobal('HTMLElement', Item);
  // The page is too busy to draw a frame.
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function grab(onDrop: (key: string, gap: number) => void): void {
  const list = { current: { children: items } as unknown as HTMLElement };
  function List() {
    const { grab } = useDragOrder(list, onDrop);
    grab({ button: 0, pageY: 250, clientY: 250, preventDefault() {} } as PointerEvent, 'third');
    return null;
  }
  renderToString(createElement(List));
}

function move(type: 'pointermove' | 'pointerup', clientY: number): void {
  page.dispatchEvent(Object.assign(new Event(type), { clientY }));
}

it('the rule is dropped where the pointer is released, even if no frame was drawn on the way', () => {
  const onDrop = vi.fn();
  grab(onDrop);
  move('pointermove', 120);
  move('pointerup', 4);
  expect(onDrop.mock.calls).toEqual([['third', 0]]);
});
