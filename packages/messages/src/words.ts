import type { Quoted, Words } from '@comporta/contract/words';
import { isolated } from './isolated.ts';

/** The first of the private-use characters that stand for parts while a message is formatted. */
const FIRST_HOLE = 0xe000;

/** The words as plain text, in which what users wrote is isolated. */
export function plainWords(words: Words): string {
  return words
    .map((part) => (typeof part === 'string' ? part : (part.plain ?? isolated(part.text))))
    .join('');
}

/**
 * Formats a message with parts in it: `format` gets a character for each of them, to be used as a value of the
 * message. The parts themselves are not formatted, whatever characters they have.
 */
export function wordsWith<Name extends string>(
  parts: Readonly<Record<Name, Words | string>>,
  format: (holes: Readonly<Record<Name, string>>) => string,
): Words {
  const names = Object.keys(parts) as Name[]; // The type of the keys is that of the object's own keys.
  const holes = names.map((name, index) => [name, String.fromCharCode(FIRST_HOLE + index)]);
  const text = format(Object.fromEntries(holes) as Record<Name, string>);
  return merged(
    [...text].flatMap((character) => {
      const name = names[character.charCodeAt(0) - FIRST_HOLE];
      return name === undefined ? [character] : parts[name];
    }),
  );
}

/** Several words one after the other, with a text between them. */
export function joinWords(all: readonly Words[], between: string): Words {
  return merged(all.flatMap((words, index) => (index === 0 ? words : [between, ...words])));
}

export function quoted(as: Quoted['as'], text: string): Words {
  return [{ as, text }];
}

/** Joins texts that follow each other. */
function merged(words: Words): Words {
  const whole: (string | Quoted)[] = [];
  for (const part of words) {
    const last = whole.at(-1);
    if (typeof part === 'string' && typeof last === 'string') whole[whole.length - 1] = last + part;
    else if (part !== '') whole.push(part);
  }
  return whole;
}
