// The icons of the public page, drawn on a grid of 20.

const PATHS = {
  play: '<path d="M6.500 4.200v11.600L16 10z" fill="currentColor"/>',
  pause: '<path d="M6 4.500h2.800v11H6zM11.200 4.500H14v11h-2.800z" fill="currentColor" stroke="none"/>',
  back: '<path d="M4.500 10a5.800 5.800 0 1 0 2-4.400M6.700 2.500v3.300H10"/>',
  on: '<path d="M15.500 10a5.800 5.800 0 1 1-2-4.400M13.300 2.500v3.300H10"/>',
  previous: '<path d="M5 4.500v11M15 5 8.500 10l6.500 5z"/>',
  next: '<path d="M15 4.500v11M5 5l6.500 5L5 15z"/>',
  list: '<path d="M7.500 5.500H16M7.500 10H16M7.500 14.500H16M4 5.500h.01M4 10h.01M4 14.500h.01"/>',
  follow: '<path d="M4 5h12M4 10h5M4 15h12M12 10h4M14 8.200 16 10l-2 1.800"/>',
  voices:
    '<path d="M8 13.500V5l7-1.500v8.500M3 3l14 14"/><circle cx="6" cy="13.500" r="2"/><circle cx="13" cy="12" r="2"/>',
  narrator:
    '<path d="M10 3.500a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600zM4.500 16.500a5.500 5.500 0 0 1 11 0"/>',
  moon: '<path d="M16 12.300A6.700 6.700 0 0 1 7.700 4a6.700 6.700 0 1 0 8.300 8.300z"/>',
  close: '<path d="m5.500 5.500 9 9m0-9-9 9"/>',
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const about = { width: "20", height: "20", viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" };
  const line = { fill: "none", stroke: "currentColor", "stroke-width": "1.6" };
  const ends = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  for (const [key, value] of Object.entries({ ...about, ...line, ...ends })) svg.setAttribute(key, value);
  svg.innerHTML = PATHS[name];
  return svg;
}
