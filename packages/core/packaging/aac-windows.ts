/**
 * The window sequence and shape of a mono AAC-LC frame as one number. Frames of two encoders can be joined where the numbers
 * are equal
 * (ISO 14496-3, 4.4.2.1: element id 3 and tag 4 bits, global gain 8, reserved 1, window sequence 2, window shape 1).
 * -1 for a frame that does not begin with a single channel element.
 */
export function aacFrameWindows(frame: Uint8Array): number {
  if (frame.length < 3 || frame[0]! >> 5 !== 0) return -1;
  return frame[2]! >> 5;
}
