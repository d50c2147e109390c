/** 1969: flat heraldry, violet and gold, two helms face to face above a chequered field. */

const squares = Array.from({ length: 28 }, (_, i) => [i % 14, Math.floor(i / 14)] as const);

function Helm({ x, flip, metal, shade, plume }: { x: number; flip: number; metal: string; shade: string; plume: string }) {
  return (
    <g transform={`translate(${x} 116) scale(${flip} 1)`}>
      <path d="M-20 -38 Q-52 -62 -44 -18 Q-38 6 -48 18 Q-24 14 -24 -16 Z" fill={plume} />
      <path d="M-26 40 V-14 Q-24 -46 6 -46 Q34 -44 36 -8 V6 L44 14 L34 40 Z" fill={metal} />
      <path d="M-26 40 V-14 Q-24 -46 6 -46 Q-8 -30 -8 4 V40 Z" fill={shade} />
      <path d="M4 -10 H37 V-2 H4 Z" fill="#1d1029" />
      <path d="M12 8 V30 M20 8 V30 M28 10 V28" stroke="#1d1029" stroke-width="3" stroke-linecap="round" />
      <path d="M-30 40 H38 L34 52 H-26 Z" fill={shade} />
    </g>
  );
}

export function Lid({ title }: { title: string }) {
  return (
    <g>
      <path d="M0 0 H320 V216 H0 Z" fill="#3c2357" />
      <path d="M160 0 H320 V216 H160 Z" fill="#5b2a4e" />
      <path d="M160 18 L306 108 L160 198 L14 108 Z" fill="#e8892b" opacity="0.92" />
      <path d="M160 36 L278 108 L160 180 L42 108 Z" fill="#f3c64a" />
      <path d="M160 54 L248 108 L160 162 L72 108 Z" fill="#3c2357" />
      <Helm x={92} flip={1} metal="#d5dbe2" shade="#98a3af" plume="#7fa7cf" />
      <Helm x={228} flip={-1} metal="#e9bd45" shade="#b07f1b" plume="#c2402f" />
      <path d="M160 70 L172 100 V126 Q172 138 160 146 Q148 138 148 126 V100 Z" fill="#f6ead0" />
      <path d="M160 70 L172 100 V126 Q172 138 160 146 Z" fill="#c2402f" />
      <path d="M142 112 H178" stroke="#1d1029" stroke-width="4" />
      {squares.map(([x, y]) => (
        <path key={`${x}-${y}`} d={`M${x * 23} ${170 + y * 23} h23 v23 h-23 Z`} fill={(x + y) % 2 ? "#1d1029" : "#efe2c2"} />
      ))}
      <path d="M0 166 H320 V170 H0 Z" fill="#f3c64a" />
      <path d="M0 0 H320 V40 H0 Z" fill="#1d1029" />
      <path d="M0 40 H320 V44 H0 Z" fill="#f3c64a" />
      <text x="160" y="29" font-family="Optima, Candara, 'Palatino Linotype', 'DejaVu Serif', serif" font-weight="700" font-size="23" fill="#f6ead0" text-anchor="middle" textLength="292" lengthAdjust="spacingAndGlyphs">
        {title}
      </text>
    </g>
  );
}
