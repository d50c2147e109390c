/** A poster in two flat colours with a searchlight, aeroplanes, a tank, and the devil on the die. */

function Plane({ x, y, size, turn }: { x: number; y: number; size: number; turn: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`} fill="#2a2135">
      <path d="M-26 0 Q-10 -5 14 -4 Q24 -2 26 0 Q24 2 14 4 Q-10 5 -26 0 Z" />
      <path d="M6 0 L-4 -26 L4 -26 L14 0 L4 26 L-4 26 Z" />
      <path d="M-20 0 L-27 -9 H-22 L-15 0 L-22 9 H-27 Z" />
    </g>
  );
}

function Devil() {
  return (
    <g transform="translate(249 96) rotate(12)">
      <path d="M-36 -30 L4 -40 L36 -22 L-2 -9 Z" fill="#fff7df" stroke="#2a2135" stroke-width="2" />
      <path d="M-36 -30 L-2 -9 L0 36 L-34 14 Z" fill="#f3e3bd" stroke="#2a2135" stroke-width="2" />
      <path d="M-2 -9 L36 -22 L36 22 L0 36 Z" fill="#dec489" stroke="#2a2135" stroke-width="2" />
      <g transform="translate(-18 3) skewY(30)">
        <path d="M-10 -11 L-6 -5 Q0 -9 6 -5 L10 -11 Q13 0 8 7 Q0 15 -8 7 Q-13 0 -10 -11 Z" fill="#b3202c" />
        <path d="M-6 0 l4 2 M6 0 l-4 2 M-5 6 q5 4 10 0" stroke="#fff7df" stroke-width="1.6" fill="none" />
      </g>
      <g fill="#2a2135">
        <circle cx="10" cy="-4" r="3.4" />
        <circle cx="18" cy="6" r="3.4" />
        <circle cx="26" cy="15" r="3.4" />
      </g>
    </g>
  );
}

export function Lid({ title }: { title: string }) {
  return (
    <g>
      <path d="M0 0 H320 V216 H0 Z" fill="#f0c22f" />
      <path d="M320 0 V216 H110 L210 0 Z" fill="#e07f98" />
      <path d="M60 216 L150 0 H196 L96 216 Z" fill="#f7dd86" opacity="0.75" />
      <path d="M0 172 Q60 152 120 166 T240 160 T320 168 V216 H0 Z" fill="#6f5b2b" />
      <path d="M0 190 Q80 176 160 186 T320 184 V216 H0 Z" fill="#45391c" />
      <Plane x={66} y={80} size={1.15} turn={-24} />
      <Plane x={140} y={112} size={0.75} turn={-24} />
      <Plane x={30} y={128} size={0.55} turn={-24} />
      <Devil />
      <g transform="translate(122 172)" fill="#2a2135">
        <path d="M-44 14 Q-52 6 -42 0 H42 Q52 6 44 14 Z" />
        <path d="M-24 0 L-16 -15 H16 L24 0 Z" />
        <path d="M14 -12 H58 V-7 H16 Z" />
        <g fill="#6f5b2b">
          <circle cx="-34" cy="8" r="4" />
          <circle cx="-17" cy="8" r="4" />
          <circle cx="0" cy="8" r="4" />
          <circle cx="17" cy="8" r="4" />
          <circle cx="34" cy="8" r="4" />
        </g>
      </g>
      <path d="M0 14 H320 V52 H0 Z" fill="#2a2135" />
      <path d="M0 10 H320 M0 56 H320" stroke="#2a2135" stroke-width="2" />
      <text x="160" y="43" font-family="Futura, 'Century Gothic', 'Gill Sans', 'DejaVu Sans', sans-serif" font-weight="800" font-size="29" fill="#fdeeb4" text-anchor="middle" textLength="292" lengthAdjust="spacingAndGlyphs">
        {title}
      </text>
    </g>
  );
}
