/** Brown and orange bands, round plates with magnetic figures on hexagons. */

const columns = Array.from({ length: 9 }, (_, i) => i);
const rows = Array.from({ length: 4 }, (_, i) => i);

function hexagon(x: number, y: number): string {
  return `M${x} ${y - 22} l19 11 v22 l-19 11 l-19 -11 v-22 Z`;
}

function Soldier({ x, y, fill }: { x: number; y: number; fill: string }) {
  return (
    <g transform={`translate(${x} ${y})`} fill={fill}>
      <path d="M-4 10 V-2 Q-4 -6 0 -6 Q4 -6 4 -2 V10 Z" />
      <circle cx="0" cy="-10" r="3.6" />
      <path d="M-4 -12 H4 L3 -19 H-3 Z" />
      <path d="M5 8 V-18" stroke={fill} stroke-width="1.6" />
    </g>
  );
}

function Plate({ x, y, fill }: { x: number; y: number; fill: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cx="0" cy="13" rx="35" ry="16" fill="#3b1c0c" opacity="0.5" />
      <ellipse cx="0" cy="9" rx="34" ry="16" fill="#b9b6ad" />
      <ellipse cx="0" cy="6" rx="34" ry="16" fill="#dedbd1" />
      <Soldier x={-17} y={1} fill={fill} />
      <Soldier x={0} y={-4} fill={fill} />
      <Soldier x={17} y={1} fill={fill} />
      <Soldier x={-8} y={8} fill={fill} />
      <Soldier x={9} y={8} fill={fill} />
    </g>
  );
}

export function Lid({ title }: { title: string }) {
  return (
    <g>
      <path d="M0 0 H320 V216 H0 Z" fill="#7a3414" />
      <path d="M0 62 H320 V216 H0 Z" fill="#c9d08a" />
      {rows.map((row) =>
        columns.map((column) => (
          <path key={`${row}-${column}`} d={hexagon(column * 38 + (row % 2) * 19 + 2, 84 + row * 33)} fill={(row + column) % 3 ? "#bfc77c" : "#aab567"} stroke="#6d7434" stroke-width="1.4" />
        )),
      )}
      <Plate x={78} y={164} fill="#1f4688" />
      <Plate x={160} y={186} fill="#1f4688" />
      <Plate x={246} y={160} fill="#1f4688" />
      <Plate x={116} y={104} fill="#b02a20" />
      <Plate x={206} y={98} fill="#b02a20" />
      <path d="M0 0 H320 V62 H0 Z" fill="#7a3414" />
      <path d="M0 62 Q160 96 320 62 V54 Q160 88 0 54 Z" fill="#e2711d" />
      <path d="M0 54 Q160 88 320 54 V46 Q160 80 0 46 Z" fill="#f2a73b" />
      <path d="M0 46 Q160 80 320 46 V38 Q160 72 0 38 Z" fill="#f7dfa5" />
      <path d="M0 0 H320 V38 Q160 72 0 38 Z" fill="#4a1d0b" />
      <text x="160" y="40" font-family="'Cooper Black', Rockwell, 'Bookman Old Style', 'DejaVu Serif', serif" font-weight="800" font-size="34" fill="#f7dfa5" text-anchor="middle" textLength="236" lengthAdjust="spacingAndGlyphs">
        {title}
      </text>
    </g>
  );
}
