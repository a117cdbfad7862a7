import type { Problem } from '@comporta/contract/problem';

type Path = Problem['at'];

/** The fields of a form by their paths, to find the field of a problem. */
export interface FieldRefs {
  /** Returns the `ref` for the element of a field. */
  readonly at: (...path: Path) => (element: HTMLElement | null) => void;
  /** Returns the field at a path, or the smallest part around it. */
  readonly find: (...path: Path) => HTMLElement | undefined;
  /** Focuses the field of the first problem that has one; returns whether there was any. */
  readonly focus: (problems: readonly Pick<Problem, 'at' | 'also'>[]) => boolean;
  readonly focusFirst: () => void;
}

export function createFieldRefs(): FieldRefs {
  const elements = new Map<string, HTMLElement>();
  const refs = new Map<string, (element: HTMLElement | null) => void>();

  function refOf(key: string): (element: HTMLElement | null) => void {
    return (element) => {
      if (element === null) elements.delete(key);
      else elements.set(key, element);
    };
  }

  function elementAt(path: Path): HTMLElement | undefined {
    if (path.length === 0) return undefined;
    return elements.get(keyOf(path)) ?? elementAt(path.slice(0, -1));
  }

  return {
    find: (...path) => elementAt(path),
    at(...path) {
      const key = keyOf(path);
      const ref = refs.get(key) ?? refOf(key);
      refs.set(key, ref);
      return ref;
    },
    focusFirst() {
      const [first] = elements.values();
      first?.focus();
    },
    focus(problems) {
      const [field] = problems.flatMap(({ at, also = [] }) =>
        [at, ...also].flatMap((path) => elementAt(path) ?? []),
      );
      field?.focus();
      // A password cannot be read, so it is typed again rather than corrected.
      if (field instanceof HTMLInputElement && field.type === 'password') field.select();
      return field !== undefined;
    },
  };
}

function keyOf(path: Path): string {
  return path.join('.');
}
