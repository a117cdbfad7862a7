/** Something that the model has no words for. The message is the reason, for who imports. */
export class UnsupportedFeature extends Error {
  override readonly name = 'Unsayable';
}
