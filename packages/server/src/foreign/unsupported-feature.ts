/** A part of another product's export that the model cannot represent. The message is the reason, shown to the importing user. */
export class UnsupportedFeature extends Error {
  override readonly name = 'UnsupportedFeature';
}

/** What is made of a part, or why it cannot be. */
export function unlessUnsupported<Result>(convert: () => Result): Result | UnsupportedFeature {
  try {
    return convert();
  } catch (error) {
    if (error instanceof UnsupportedFeature) return error;
    throw error;
  }
}
