/** 1871: a wood engraving on tinted paper, one black and two lithographed tints, a fort between two armies. */

const towers = [
  [118, 96],
  [202, 96],
  [118, 150],
  [202, 150],
] as const;

function Tower({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-13 14 V-10 H-15 V-17 H-9 V-13 H-3 V-17 H3 V-13 H9 V-17 H15 V-10 H13 V14 Z" fill="#d9c397" stroke="#2b1d10" stroke-width="1.4" />
      <path d="M-9 -6 V12 M-5 -8 V12 M9 -6 V12" stroke="#2b1d10" stroke-width="0.7" />
      <path d="M-2.5 8 V-1 Q0 -5 2.5 -1 V8 Z" fill="#2b1d10" />
    </g>
  );
}

function Smoke({ x, y, flip }: { x: number; y: number; flip: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${flip} 1)`}>
      <path d="M-22 8 h20 l4 -3 v-5 l-4 -3 h-16 q-6 4 -4 11 Z" fill="#2b1d10" />
      <circle cx="-16" cy="9" r="6.5" fill="none" stroke="#2b1d10" stroke-width="2" />
      <path d="M-16 2.5 v13 M-22.5 9 h13" stroke="#2b1d10" stroke-width="1" />
      <g fill="#f3e6c6" stroke="#2b1d10" stroke-width="0.9">
        <circle cx="10" cy="0" r="6" />
        <circle cx="18" cy="-5" r="7.5" />
        <circle cx="27" cy="-3" r="6" />
        <circle cx="22" cy="3" r="5" />
      </g>
    </g>
  );
}

export function Lid({ title }: { title: string }) {
  return (
    <g>
      <path d="M0 0 H320 V216 H0 Z" fill="#ead9b0" />
      <path d="M12 12 H308 V204 H12 Z" fill="#dfc894" />
      <path d="M12 150 Q80 128 160 140 T308 132 V204 H12 Z" fill="#b79a63" />
      <path d="M12 172 Q100 156 160 166 T308 160 V204 H12 Z" fill="#9a7c48" />
      <path d="M160 70 L206 92 V156 L160 178 L114 156 V92 Z" fill="#c9ae77" stroke="#2b1d10" stroke-width="1.6" />
      <path d="M160 80 L197 98 V150 L160 168 L123 150 V98 Z" fill="#e8d6aa" stroke="#2b1d10" stroke-width="1" />
      <path d="M150 146 V112 H145 V104 H149 V108 H153 V104 H157 V108 H163 V104 H167 V108 H171 V104 H175 V112 H170 V146 Z" fill="#d9c397" stroke="#2b1d10" stroke-width="1.4" />
      <path d="M155 146 V130 Q160 123 165 130 V146 Z" fill="#2b1d10" />
      <path d="M160 104 V74" stroke="#2b1d10" stroke-width="1.6" />
      <path d="M160 75 H168 V87 H160 Z" fill="#2f4d7d" />
      <path d="M168 75 H176 V87 H168 Z" fill="#f6efdc" />
      <path d="M176 75 H184 V87 H176 Z" fill="#a33524" />
      {towers.map(([x, y]) => (
        <Tower key={`${x}-${y}`} x={x} y={y} />
      ))}
      <Smoke x={54} y={150} flip={1} />
      <Smoke x={36} y={112} flip={1} />
      <Smoke x={266} y={150} flip={-1} />
      <Smoke x={284} y={112} flip={-1} />
      <path d="M7 7 H313 V209 H7 Z" fill="none" stroke="#2b1d10" stroke-width="2.4" />
      <path d="M12 12 H308 V204 H12 Z" fill="none" stroke="#2b1d10" stroke-width="0.8" />
      <path d="M7 7 l16 16 M313 7 l-16 16 M7 209 l16 -16 M313 209 l-16 -16" stroke="#2b1d10" stroke-width="1.4" />
      <path d="M28 28 Q160 8 292 28 L298 60 Q160 40 22 60 Z" fill="#f6ecd2" stroke="#2b1d10" stroke-width="1.6" />
      <path id="paris-arc" d="M34 52 Q160 31 286 52" fill="none" />
      <text font-family="Didot, 'Bodoni MT', 'Playfair Display', 'DejaVu Serif', Georgia, serif" font-weight="700" font-size="23" fill="#7c2416" text-anchor="middle" letter-spacing="2">
        <textPath href="#paris-arc" startOffset="50%" textLength="216" lengthAdjust="spacingAndGlyphs">
          {title}
        </textPath>
      </text>
    </g>
  );
}
