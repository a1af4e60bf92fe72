// The sky of a drawn cover for the program that makes its pixels: strips of one colour each instead of a gradient. A gradient
// of eight bits a channel has at most a hundred different colours, so the picture is the same, and resvg needs less than half
// of the time. The SVG of the cover itself keeps its gradient: files are compared by it.

const SKY =
  /<defs><linearGradient id="sky"[^>]*><stop offset="0" stop-color="#([0-9a-f]{6})"\/><stop offset="([\d.]+)" stop-color="#([0-9a-f]{6})"\/><\/linearGradient><\/defs>\n<rect width="(\d+)" height="(\d+)" fill="url\(#sky\)"\/>/;

/** @param svg of coverSvg(). An SVG without such a sky is returned as it is. */
export function stripedSky(svg: string): string {
  return svg.replace(SKY, (_, top: string, end: string, low: string, width: string, height: string) => {
    const rows = Math.round(Number(end) * Number(height));
    const [from, to] = [channels(top), channels(low)];
    const colourAt = (row: number) => {
      const share = (row + 0.5) / rows;
      return `#${from.map((value, i) => hex(value + (to[i]! - value) * share)).join("")}`;
    };
    const strips: { y: number; colour: string }[] = [];
    for (let y = 0; y < rows; y++) {
      const colour = colourAt(y);
      if (strips.at(-1)?.colour !== colour) strips.push({ y, colour });
    }
    // Each strip reaches under the next one, so that no edge is transparent at any size. The last one fills what is left.
    return strips
      .map(({ y, colour }, i) => {
        const below = Math.min(Number(height), (strips[i + 1]?.y ?? Number(height)) + OVERLAP);
        return `<rect y="${y}" width="${width}" height="${below - y}" fill="${colour}"/>`;
      })
      .join("");
  });
}

/** More than a pixel of the smallest image. */
const OVERLAP = 4;

const channels = (colour: string) => [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const hex = (value: number) => Math.round(value).toString(16).padStart(2, "0");
