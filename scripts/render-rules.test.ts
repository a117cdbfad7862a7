import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { impureRenders } from './render-rules.ts';

const CONSOLE = new URL('../packages/console/src/', import.meta.url);

it.each([
  ['a ref written', 'function useForm(draft) { const ref = useRef(); ref.current = draft; }'],
  ['a ref read', 'const Panel = () => { const ref = useRef(); return ref.current; };'],
  [
    'state set',
    'function Panel() { const [open, setOpen] = useState(); if (!open) setOpen(true); }',
  ],
  ['the document asked', "function Panel() { return document.querySelector('dialog'); }"],
])('CODE-11: %s while rendering is found', (_, source) => {
  expect(impureRenders('panel.tsx', source)).toHaveLength(1);
});

it('CODE-11: handlers and effects may do all of this', () => {
  const source = `function Panel() {
    const ref = useRef();
    const [open, setOpen] = useState(() => document.title);
    useEffect(() => { ref.current = open; });
    return <button ref={(element) => { ref.current = element; }} onClick={() => setOpen(true)} />;
  }`;
  expect(impureRenders('panel.tsx', source)).toEqual([]);
});

it('CODE-11: no part of the console reads or writes a ref, or sets its state, while it renders', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: CONSOLE }).flatMap((file) =>
    impureRenders(file, readFileSync(new URL(file, CONSOLE), 'utf8')).map((at) => `${file}:${at}`),
  );
  expect(found).toEqual([]);
});

it('CODE-11: no code looks for an open dialog in the document', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: CONSOLE }).filter((file) =>
    /dialog\[open\]/.test(readFileSync(new URL(file, CONSOLE), 'utf8')),
  );
  expect(found).toEqual([]);
});
