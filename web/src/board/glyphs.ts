/** Silhouettes, drawn in a box from -10 to 10. One path each, filled by the even-odd rule. */

const star = (points: number, outer: number, inner: number): string =>
  "M" +
  Array.from({ length: 2 * points }, (_, i) => {
    const radius = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points;
    return `${(radius * Math.sin(angle)).toFixed(1)},${(-radius * Math.cos(angle)).toFixed(1)}`;
  }).join("L") +
  "Z";

const disc = (x: number, y: number, r: number): string => `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;

export const star5 = star(5, 9, 3.8);
export const star8 = star(8, 9, 4.4);

export const horse =
  "M-5.5,10C-5.8,5.6 -3,3.6 -1.8,0.6C-3.6,1.8 -5.6,1.6 -6.6,3.2C-7.4,4.5 -9.6,4.2 -9.9,2.5C-10.2,0.7 -8.6,-0.8 -7.8,-2.4C-6.6,-5.2 -4.4,-7.2 -1.4,-7.8L-0.9,-10.4L1.5,-8.2C6.6,-7.2 9.4,-2.6 8.8,3.6C8.6,6 8.6,8 9,10ZM-4.2,-3.9a0.9,0.9 0 1 0 1.8,0a0.9,0.9 0 1 0 -1.8,0Z";

export const helmet =
  "M-6.8,-1.5C-6.8,-7.4 -3.6,-9.6 0,-9.6C3.6,-9.6 6.8,-7.4 6.8,-1.5V5.4C6.8,7.2 4.6,8.8 1.5,9.6V1.2H5V-1.2H-5V1.2H-1.5V9.6C-4.6,8.8 -6.8,7.2 -6.8,5.4Z";

export const soldier = "M-1.3,-13H1.3V-10H5.4L4,-4.6H6V-3H3.6V-1C3.6,0.8 2.4,1.8 2.2,2.6C6,3.2 8.2,5.4 8.4,10H-8.4C-8.2,5.4 -6,3.2 -2.2,2.6C-2.4,1.8 -3.6,0.8 -3.6,-1V-3H-6V-4.6H-4L-5.4,-10H-1.3ZM-3.6,-6.6V-5.4H3.6V-6.6Z";

export const cannon = `M-8,-1.6L8.6,-7.6L10,-4.2L-5.2,2.4ZM-4,3.4L-10,8.6L-8.6,10L-1,5.4Z${disc(-1.4, 3.4, 5.4)}${disc(-1.4, 3.4, 3.4)}${disc(-1.4, 3.4, 1.2)}`;

export const wreck = "M-9,-6L-6,-9L0,-3L6,-9L9,-6L3,0L9,6L6,9L0,3L-6,9L-9,6L-3,0Z";

export const bomber = "M0,-9.5C1,-9.5 1.5,-8 1.5,-4.2L10,-2.6V0.2L1.5,0.6L1.2,5L4.4,7V8.6H-4.4V7L-1.2,5L-1.5,0.6L-10,0.2V-2.6L-1.5,-4.2C-1.5,-8 -1,-9.5 0,-9.5Z";
export const fighter = "M0,-9.5C0.8,-9.5 1.3,-8 1.4,-4L7.6,1.6V3.8L1.3,2L1,5.6L3.4,7.8V9H-3.4V7.8L-1,5.6L-1.3,2L-7.6,3.8V1.6L-1.4,-4C-1.3,-8 -0.8,-9.5 0,-9.5Z";
export const flak = "M-7,9.5L-4.5,4.4H-1.6L5.2,-9.5L8.4,-7.9L1.8,4.4H4.5L7,9.5Z";
export const machineGun = "M-10,-4H2V-6H4V-4H10V-1.6H4V0.6H1L4.6,9H2.2L-1,2L-4.4,9H-6.8L-3,0.6H-6L-8,4.6H-10Z";
export const tank = "M-3.6,-7H3.4V-5H10V-3H3.4V-1H6.6L9.6,2.6C9.6,6 7.4,7.4 5,7.4H-6C-8.6,7.4 -10,6 -10,2.6L-7.4,-1H-3.6Z";
export const kepi = "M-6.4,-6C-6.4,-9 6.4,-9 6.4,-6L7.2,1C3,-1 -3,-1 -7.2,1ZM-7.6,3C-3.4,0.6 3.6,0.6 7.6,3L9.8,6.6C4,4.2 -3,4.2 -8,6Z";
export const cross = "M-3,-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z";
export const eye = `M-10,0C-6,-7 6,-7 10,0C6,7 -6,7 -10,0Z${disc(0, 0, 4)}${disc(0, 0, 1.8)}`;
export const chevrons = "M-9,-8H-5L2,0L-5,8H-9L-2,0ZM-1,-8H3L10,0L3,8H-1L6,0Z";
export const sentryBox = "M0,-10L7.5,-4V10H-7.5V-4ZM-3.6,10H3.6V0.5C3.6,-3.4 -3.6,-3.4 -3.6,0.5Z";
export const steelHelmet = "M-8,2C-8,-9.4 8,-9.4 8,2C9.4,2.6 10.4,3.8 10,5.4C4,3.6 -4,3.6 -10,5.4C-10.4,3.8 -9.4,2.6 -8,2Z";
export const headquarters = "M-9,10V0L0,-5L9,0V10ZM-2,10V4H2V10ZM-0.8,-4V-12H6L4.4,-10L6,-8H0.8V-4Z";
export const shells = "M-8,10V-1C-8,-5 -6,-7 -5,-9C-4,-7 -2,-5 -2,-1V10ZM2,10V-1C2,-5 4,-7 5,-9C6,-7 8,-5 8,-1V10ZM-8,5.4V7H-2V5.4ZM2,5.4V7H8V5.4Z";
export const drum = "M-7,-8H7V-6H6V-1.6H7V0.4H6V5H7V8H-7V5H-6V0.4H-7V-1.6H-6V-6H-7Z";
export const mine = `${disc(0, 1, 6)}M-1.2,-9H1.2V-6H-1.2ZM-8.4,-5L-6.8,-6.6L-4.6,-4.4L-6.2,-2.8ZM8.4,-5L6.8,-6.6L4.6,-4.4L6.2,-2.8Z${disc(0, 1, 2)}`;
export const turnLeft = "M7,7.5A8.4,8.4 0 0 0 -4.4,-4.4L-7,-7V2H2L-1.6,-1.6A4.4,4.4 0 0 1 4.2,4.8Z";
export const arrowUp = "M0,-9L8,1H3V9H-3V1H-8Z";
