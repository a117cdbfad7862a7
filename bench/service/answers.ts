const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * Finds the end of each HTTP response in the bytes of a connection, and reports its status and its size in
 * bytes. It parses nothing else, and works only for one request at a time on a connection.
 */
export function readAnswers(
  onAnswer: (status: number, bytes: number) => void,
): (bytes: Buffer) => void {
  let head = '';
  let status = 0;
  let received = 0;
  /** The size of the response; undefined until the head has arrived, and for a chunked response. */
  let whole: number | undefined;

  function readHead(bytes: Buffer): boolean {
    head += bytes.toString('latin1');
    const end = head.indexOf(END_OF_HEAD);
    if (end === -1) return false;
    status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1];
    if (status === 304 || length !== undefined) {
      whole = end + END_OF_HEAD.length + (status === 304 ? 0 : Number(length));
    }
    return true;
  }

  return (bytes) => {
    received += bytes.length;
    if (status === 0 && !readHead(bytes)) return;
    const isWhole =
      whole === undefined
        ? bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : received >= whole;
    if (!isWhole) return;
    const [endedStatus, endedBytes] = [status, received];
    head = '';
    status = 0;
    received = 0;
    whole = undefined;
    onAnswer(endedStatus, endedBytes);
  };
}
