// Values into files: WAV, ID3, MP4 and SRT as bytes or text. What always holds: pure, the same values give the same bytes.

export { writeUnitWav } from "./wav.ts";
