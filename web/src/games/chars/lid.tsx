/** 1975: a big tank bursting out of a numbered grid, loud letters on a slant. */

const burst = Array.from({ length: 28 }, (_, i) => {
  const angle = (i / 28) * 2 * Math.PI;
  const reach = i % 2 ? 62 : 104;
  return `${(236 + Math.cos(angle) * reach * 1.15).toFixed(1)},${(92 + Math.sin(angle) * reach * 0.8).toFixed(1)}`;
}).join(" ");
const heart = Array.from({ length: 24 }, (_, i) => {
  const angle = (i / 24) * 2 * Math.PI + 0.1;
  const reach = i % 2 ? 32 : 60;
  return `${(236 + Math.cos(angle) * reach * 1.15).toFixed(1)},${(92 + Math.sin(angle) * reach * 0.8).toFixed(1)}`;
}).join(" ");
const lines = Array.from({ length: 11 }, (_, i) => i);
const wheels = Array.from({ length: 6 }, (_, i) => i);

export function Lid({ title }: { title: string }) {
  return (
    <g>
      <path d="M0 0 H320 V216 H0 Z" fill="#2c6a86" />
      <path d="M0 0 H320 V120 H0 Z" fill="#3f8ba6" />
      <polygon points={burst} fill="#f08a1d" />
      <polygon points={heart} fill="#ffe27a" />
      <path d="M-20 216 L70 126 H250 L340 216 Z" fill="#7f8f4a" />
      {lines.map((i) => (
        <path key={i} d={`M${70 + i * 18} 126 L${-20 + i * 36} 216`} stroke="#dfe3b5" stroke-width="1" />
      ))}
      <path d="M52 144 H268 M30 166 H290 M6 190 H314" stroke="#dfe3b5" stroke-width="1" />
      <path d="M40 155 H280" stroke="#c33a22" stroke-width="3" />
      <g transform="translate(128 142)">
        <ellipse cx="0" cy="44" rx="98" ry="10" fill="#1d2410" opacity="0.55" />
        <path d="M-92 34 Q-104 18 -84 10 H78 Q98 16 90 34 Q86 44 66 44 H-70 Q-88 44 -92 34 Z" fill="#232a15" />
        {wheels.map((i) => (
          <circle key={i} cx={-70 + i * 28} cy="28" r="11" fill="#5d6b31" stroke="#151a0b" stroke-width="3" />
        ))}
        <path d="M-90 12 L-74 -10 H66 L86 12 Z" fill="#4b5a25" />
        <path d="M-90 12 L-86 6 H82 L86 12 Z" fill="#6b7b38" />
        <path d="M-42 -10 L-34 -36 H22 L36 -10 Z" fill="#5a6a2d" />
        <path d="M-42 -10 L-34 -36 H-18 L-20 -10 Z" fill="#3d4a1c" />
        <path d="M26 -30 L112 -44 L114 -36 L30 -20 Z" fill="#39451b" />
        <path d="M108 -46 L124 -48 L126 -35 L110 -33 Z" fill="#232a15" />
        <path d="M-8 -36 V-68" stroke="#232a15" stroke-width="2.4" />
        <path d="M-8 -68 L20 -60 L-8 -52 Z" fill="#c33a22" />
        <text x="-4" y="-16" font-family="'DejaVu Sans', Arial, sans-serif" font-weight="800" font-size="20" fill="#f6efcf" text-anchor="middle">
          6
        </text>
      </g>
      <g transform="rotate(-5 160 34)">
        <path d="M-20 8 H340 V52 H-20 Z" fill="#c33a22" />
        <path d="M-20 52 H340 V57 H-20 Z" fill="#ffe27a" />
        <text x="160" y="42" font-family="Impact, Haettenschweiler, 'Arial Narrow', 'DejaVu Sans Condensed', sans-serif" font-weight="900" font-style="italic" font-size="32" fill="#fff8dc" text-anchor="middle" textLength="286" lengthAdjust="spacingAndGlyphs">
          {title}
        </text>
      </g>
    </g>
  );
}
