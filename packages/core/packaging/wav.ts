// RIFF/WAVE headers for 16-bit PCM (Microsoft, "Multimedia Programming Interface", 1991).

const ascii = (view: DataView, at: number, text: string): void => {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
};

function writePcmFormat(view: DataView, at: number, sampleRate: number): void {
  ascii(view, at, "fmt ");
  view.setUint32(at + 4, 16, true);
  view.setUint16(at + 8, 1, true); // PCM
  view.setUint16(at + 10, 1, true); // one channel
  view.setUint32(at + 12, sampleRate, true);
  view.setUint32(at + 16, sampleRate * 2, true);
  view.setUint16(at + 20, 2, true);
  view.setUint16(at + 22, 16, true);
}

/**
 * A whole WAV file of mono 16-bit PCM: 44 bytes of header, then the samples. The form in which every synthesised unit is
 * stored, so that a reader finds sample n at byte 44 + 2n.
 *
 * @param sampleRate Hz.
 */
export function writeUnitWav(pcm: Int16Array, sampleRate: number): Uint8Array {
  const bytes = new Uint8Array(44 + pcm.byteLength);
  const view = new DataView(bytes.buffer);
  ascii(view, 0, "RIFF");
  view.setUint32(4, 36 + pcm.byteLength, true);
  ascii(view, 8, "WAVE");
  writePcmFormat(view, 12, sampleRate);
  ascii(view, 36, "data");
  view.setUint32(40, pcm.byteLength, true);
  // Typed arrays are little-endian on every platform that Node runs on, as WAV is.
  bytes.set(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), 44);
  return bytes;
}
