/** A piece is about this long, so that joining thousands of short texts does not take the time that it saves. */
const PIECE_CHARS = 16 * 1024;

/** The text of `JSON.stringify`, in pieces: the lists among the object's members are written item by item. */
export function* jsonInPieces(value: object): Generator<string> {
  let text = '{';
  let isFirst = true;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
    isFirst = false;
    if (!Array.isArray(member)) {
      text += JSON.stringify(member);
      continue;
    }
    text += '[';
    for (const [place, item] of member.entries()) {
      text += (place === 0 ? '' : ',') + JSON.stringify(item);
      if (text.length < PIECE_CHARS) continue;
      yield text;
      text = '';
    }
    text += ']';
  }
  yield `${text}}`;
}
