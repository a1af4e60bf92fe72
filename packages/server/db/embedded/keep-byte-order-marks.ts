// PGlite reads every text with a default TextDecoder, which drops a U+FEFF at the start: a title that begins with it
// would come back shorter than stored. In the database's thread decoders keep it. Imported before PGlite, for its effect.

class WholeTextDecoder extends TextDecoder {
  constructor(label?: string, options?: ConstructorParameters<typeof TextDecoder>[1]) {
    super(label, { ignoreBOM: true, ...options });
  }
}

globalThis.TextDecoder = WholeTextDecoder;
