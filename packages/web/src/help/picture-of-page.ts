// A picture of the page as the browser itself takes it, after asking the person. No other host is involved.

/** Longest side of the picture. Larger screens are scaled down. */
const LONGEST = 2_400;

interface TabCapture extends DisplayMediaStreamOptions {
  /** Chromium offers this tab first; other browsers ignore it. */
  readonly preferCurrentTab?: boolean;
}

/** Browsers take pictures only in pages that they trust: over https or on the server's own machine. */
export const canTakePictures = (): boolean =>
  window.isSecureContext && typeof navigator.mediaDevices?.getDisplayMedia === "function";

/** @throws DOMException when the person or the browser refuses */
export async function pictureOfPage(): Promise<Blob> {
  const wish: TabCapture = { video: true, audio: false, preferCurrentTab: true };
  const stream = await navigator.mediaDevices.getDisplayMedia(wish);
  try {
    const video = document.createElement("video");
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new DOMException("no picture")) : resolve(blob)), "image/png");
    });
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
