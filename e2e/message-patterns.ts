/** A piece of a message as the screen shows it: the text between two tags, with one form of each plural. */
export interface Fragment {
  /** Its text without the arguments. */
  readonly text: string;
  /** What stands between its arguments: a screen that shows an argument as a chip breaks the text there. */
  readonly pieces: readonly string[];
  /** The number of its arguments; each is a capturing group of `expression`. */
  readonly given: number;
  readonly expression: RegExp;
}

const ARGUMENT = '\u0001';
const TAG = '\u0002';

/** All fragments that an ICU message can produce. */
export function patternsOf(message: string): Fragment[] {
  const [forms] = readForms(message, 0);
  return forms
    .flatMap((form) => form.split(TAG))
    .map((fragment) => fragment.trim())
    .filter((fragment) => fragment !== '' && fragment !== ARGUMENT)
    .map((fragment) => ({
      text: fragment.replaceAll(ARGUMENT, ''),
      pieces: fragment.split(ARGUMENT),
      given: fragment.split(ARGUMENT).length - 1,
      expression: new RegExp(`^${fragment.split(ARGUMENT).map(escaped).join('(.+?)')}$`, 's'),
    }));
}

/** Reads up to the closing brace of this part. Returns all its forms, and the index of its end. */
function readForms(message: string, start: number): [forms: string[], end: number] {
  let forms = [''];
  let at = start;
  const add = (others: readonly string[]) => {
    forms = forms.flatMap((form) => others.map((other) => form + other));
  };
  while (at < message.length && message[at] !== '}') {
    const rest = message.slice(at);
    const tag = /^<\/?\w+>/.exec(rest)?.[0];
    const quoted = /^'(?:'|([{}<>#|][^']*)'?)/.exec(rest);
    if (quoted !== null) {
      add([quoted[1] ?? "'"]);
      at += quoted[0].length;
    } else if (tag !== undefined) {
      add([TAG]);
      at += tag.length;
    } else if (message[at] === '{') {
      const [others, end] = readArgument(message, at + 1);
      add(others);
      at = end;
    } else {
      add([message[at] === '#' ? ARGUMENT : (message[at] ?? '')]);
      at += 1;
    }
  }
  return [forms, at];
}

/** Reads the content of braces: an argument, or the forms of a plural or a select. */
function readArgument(message: string, start: number): [forms: string[], end: number] {
  const head = /^\s*\w+\s*(?:,\s*(\w+)\s*)?/.exec(message.slice(start));
  let at = start + (head?.[0].length ?? 0);
  if (head?.[1] !== 'plural' && head?.[1] !== 'select') {
    return [[ARGUMENT], message.indexOf('}', at) + 1];
  }
  const forms: string[] = [];
  for (;;) {
    const option = /^[\s,]*(?:=?\w+)\s*\{/.exec(message.slice(at));
    if (option === null) break;
    const [others, end] = readForms(message, at + option[0].length);
    forms.push(...others);
    at = end + 1;
  }
  return [forms, message.indexOf('}', at) + 1];
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
