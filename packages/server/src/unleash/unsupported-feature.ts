/** Something that the model has no words for. The message is the reason, for the person who imports. */
export class UnsupportedFeature extends Error {
  override readonly name = 'Unsayable';
}
