/** A part of another product's export that the model cannot represent. The message is the reason, shown to the importing user. */
export class UnsupportedFeature extends Error {
  override readonly name = 'UnsupportedFeature';
}
