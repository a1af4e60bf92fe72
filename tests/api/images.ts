// Four small pictures of 16 by 12 pixels, and plain ones of any size.

import { crc32, deflateSync } from "node:zlib";

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

export const PNG = bytes(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAIAAADkharWAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAZElEQVR4nOWRwQmAQAwEtxPtRDvRTrQT7UQ70U7GS7iI4IHc25DAbtjJJ5IX3mnIEpJCt7OFl56AZwqA33oBkSkDBKIg+ATyzV8CZkax60ATasz3YrX4gjpaMYvT/IaGeqD20xcrswkGLS5PHAAAAABJRU5ErkJggg==",
);

export const JPEG = bytes(
  "/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgoKC8oLzc3Nzc3N0E8QUNDQ0FBQUFDQ0NISEhVVVVISEhDQ0hIUFBVVVxfXFdXVVdfX2RkZHh4c3OMjJGsrM//xAByAAADAQAAAAAAAAAAAAAAAAACBgQHAQEBAQEAAAAAAAAAAAAAAAAGBQMHEAACAAQGAwEAAAAAAAAAAAABAgARIQMxBGETcVHBgSJBEQACAQMCBQUBAQAAAAAAAAABAgMRIQASQVExIgQTkaGB4SNhcf/AABEIAAwAEAMBEgACEgADEgD/2gAMAwEAAhEDEQA/AEYKBllPc5+mixbx2R8JTTXmG3aqAdW53wx20Wp2/SQUpYNbfNlkLrMppSMIFtfqNTf+29MryxK8JkFULcwnSDRqCtts0+5ca3fSX6yqeGkPNIHZD5iRZ+8cCJYUjmnakj5+8TQTa1I8cS0HNVoef+5ARFZp2Iuvj0nhUEH2zCJzEXFm6kU6r1qjNfjQi2f/2Q==",
);

export const WEBP = bytes(
  "UklGRmIAAABXRUJQVlA4TFYAAAAvD8ACAHAQSZIUlTOs4AwrOEv+704AgrZtYyYb05/pzyQG2UYq2pu82ps82vo/EBGloEpJBCBSaledlCO6UHZ0Kf5QGTPH4zAYjiYNauvWr7723u2LAg==",
);

export const GIF = bytes(
  "R0lGODlhEAAMAPcfMQAAACQAAEgAAGwAAJAAALQAANgAAPwAAAAkACQkAEgkAGwkAJAkALQkANgkAPwkAABIACRIAEhIAGxIAJBIALRIANhIAPxIAABsACRsAEhsAGxsAJBsALRsANhsAPxsAACQACSQAEiQAGyQAJCQALSQANiQAPyQAAC0ACS0AEi0AGy0AJC0ALS0ANi0APy0AADYACTYAEjYAGzYAJDYALTYANjYAPzYAAD8ACT8AEj8AGz8AJD8ALT8ANj8APz8AAAAVSQAVUgAVWwAVZAAVbQAVdgAVfwAVQAkVSQkVUgkVWwkVZAkVbQkVdgkVfwkVQBIVSRIVUhIVWxIVZBIVbRIVdhIVfxIVQBsVSRsVUhsVWxsVZBsVbRsVdhsVfxsVQCQVSSQVUiQVWyQVZCQVbSQVdiQVfyQVQC0VSS0VUi0VWy0VZC0VbS0Vdi0Vfy0VQDYVSTYVUjYVWzYVZDYVbTYVdjYVfzYVQD8VST8VUj8VWz8VZD8VbT8Vdj8Vfz8VQAAqiQAqkgAqmwAqpAAqrQAqtgAqvwAqgAkqiQkqkgkqmwkqpAkqrQkqtgkqvwkqgBIqiRIqkhIqmxIqpBIqrRIqthIqvxIqgBsqiRsqkhsqmxsqpBsqrRsqthsqvxsqgCQqiSQqkiQqmyQqpCQqrSQqtiQqvyQqgC0qiS0qki0qmy0qpC0qrS0qti0qvy0qgDYqiTYqkjYqmzYqpDYqrTYqtjYqvzYqgD8qiT8qkj8qmz8qpD8qrT8qtj8qvz8qgAA/yQA/0gA/2wA/5AA/7QA/9gA//wA/wAk/yQk/0gk/2wk/5Ak/7Qk/9gk//wk/wBI/yRI/0hI/2xI/5BI/7RI/9hI//xI/wBs/yRs/0hs/2xs/5Bs/7Rs/9hs//xs/wCQ/ySQ/0iQ/2yQ/5CQ/7SQ/9iQ//yQ/wC0/yS0/0i0/2y0/5C0/7S0/9i0//y0/wDY/yTY/0jY/2zY/5DY/7TY/9jY//zY/wD8/yT8/0j8/2z8/5D8/7T8/9j8//z8/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQEAAAfACwAAAAAEAAMAAAIcwABADhwAMcxYMB+/MCBAx++f/8EEjx2MOFCHAceRhyIjyJChQwJQhTo0KPFkAcAbCxZESTGlCs7trxIUCVJmR9pwrxp0mXNmD11qjzw4cWPHTnw4MKHDlowYscOHTlw4YYPHgyXokMWbBjFIxIPBA2pMSAAOw==",
);

/** A grey PNG. */
export function greyPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(data.length, 0);
    around.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]));
}
