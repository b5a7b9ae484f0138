/** @jsxImportSource hono/jsx */
/** Each icon has its own shape, so that nobody has to tell icons apart by colour. */
const DRAWINGS = {
  tonight: <path d="M4 18a8 8 0 0 1 16 0M2.5 20.5h19M12 10V8M10.6 7h2.8" />,
  floor: <path d="M4 4h7v7H4zM15 5h5v5h-5zM4 15h5v5H4zM13 14h7v6h-7z" />,
  book: <path d="M5 5h14v15H5zM5 10h14M9 3v4M15 3v4M12 13v4M10 15h4" />,
  month: <path d="M4 5h16v15H4zM4 10h16M4 15h16M9.3 10v10M14.7 10v10" />,
  waitlist: <path d="M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z" />,
  messages: <path d="M4 5h16v11H10l-4 4v-4H4z" />,
  settings: <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5v-5M9 19.5v-5" />,
  access: <path d="M8.5 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12.5 11.5H21v3.5M17 11.5v3" />,
  health: <path d="M3 13h4l2-7 4 13 3-9 1.5 3H21" />,
  ok: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.5l2.8 2.8L16 9.8" />,
  look: <path d="M12 4l9 16H3zM12 10v4M12 17v.2" />,
  act: <path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5v5.5M12 16.3v.2" />,
  person: <path d="M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />,
  more: <path d="M4 7h16M4 12h16M4 17h16" />,
  search: <path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5" />,
  back: <path d="M15 5l-7 7 7 7" />,
  forward: <path d="M9 5l7 7-7 7" />,
  plus: <path d="M12 5v14M5 12h14" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  print: <path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z" />,
  light: (
    <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4" />
  ),
  dark: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />,
  booked: <circle cx="12" cy="12" r="7" />,
  pending: <circle cx="12" cy="12" r="7" stroke-dasharray="3.2 3.2" />,
  arrived: (
    <>
      <circle cx="12" cy="12" r="7" />
      <path d="M12 5a7 7 0 0 1 0 14z" fill="currentColor" />
    </>
  ),
  seated: <circle cx="12" cy="12" r="7" fill="currentColor" />,
  completed: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  no_show: <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />,
  cancelled: <path d="M5 12h14" />,
} as const;

export type IconName = keyof typeof DRAWINGS;

export const Icons = () => (
  <svg width="0" height="0" class="icons" aria-hidden="true">
    {Object.entries(DRAWINGS).map(([name, drawing]) => (
      <symbol id={`i-${name}`} viewBox="0 0 24 24">
        {drawing}
      </symbol>
    ))}
  </svg>
);

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`icon i-${name}`} aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
);
