import type { ReactNode } from 'react'

import { Stroke } from './glyph.tsx'
import css from './icon-button.module.css'
import { signShapes } from './sign-shapes.ts'

/** The portal's icon set, for everything after signing in. */
const shapes = {
  ...signShapes,
  agency:
    'M4 10l1.5-5.5h13L20 10M5.5 12.5V20h13v-7.5M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M10 20v-4.5h4V20',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M15 5.5L8.5 12l6.5 6.5',
  bell: 'M6 10.5a6 6 0 0 1 12 0c0 4.5 2 5.5 2 7H4c0-1.5 2-2.5 2-7ZM10 20.5a2.3 2.3 0 0 0 4 0',
  book: 'M12 6.5C10 5 7 4.5 3.5 4.8v13.2c3.5-.3 6.5.2 8.5 1.7 2-1.5 5-2 8.5-1.7V4.8C17 4.5 14 5 12 6.5ZM12 6.5v13.2',
  card: 'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM3 9.8h18M7 14.5h3.5',
  chart: 'M4 20h16M7 20v-6M12 20V6M17 20v-9.5',
  chevron: 'M9 5.5l6.5 6.5L9 18.5',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10.5v10.5H9V9ZM15 9V4.5H4.5V15H9',
  devices: 'M3 5h13v9.5H3V5ZM6.5 18.5h6M9.5 14.5v4M17.5 9.5H21v10h-3.5v-10Z',
  doc: 'M6 3.5h8l4.5 4.5v12.5H6v-17ZM14 3.5V8h4.5M9 12.5h6.5M9 16h6.5',
  download: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 19.5h15',
  external: 'M14 4h6v6M20 4l-9 9M18 14v4.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6H10',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.9 3.6M6.2 7.4A16 16 0 0 0 2.5 12s3.5 6.5 9.5 6.5a9 9 0 0 0 4.2-1M9.9 10a3 3 0 0 0 4.1 4.2',
  fingerprint:
    'M5.5 9.5A7 7 0 0 1 19 11v2.5M5 13v-1.5M8.5 20c-.7-2.5-1-5-1-8a4.5 4.5 0 0 1 9 0v3M12 12v2.5c0 2.3.4 4.3 1.2 6.5M16.7 18.2l.3 1.3',
  game: 'M8 7h8a5 5 0 0 1 5 5.5c0 2.5-.8 5-2.8 5-1.7 0-2.2-2.5-3.7-2.5h-5C8 15 7.5 17.5 5.8 17.5c-2 0-2.8-2.5-2.8-5A5 5 0 0 1 8 7ZM8.5 9.5v3M7 11h3M15 9.9v.1M16.8 12v.1',
  gift: 'M4 9h16v4H4V9ZM5.5 13v7h13v-7M12 9v11M12 9S10.5 4.5 8.3 4.5a2.2 2.2 0 0 0 0 4.5H12Zm0 0s1.5-4.5 3.7-4.5a2.2 2.2 0 0 1 0 4.5H12Z',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.5 5.6 12 3Z',
  headset: 'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h3v5h-3v-5ZM16.5 13.5h3v5h-3v-5ZM19.5 18.5c-.3 1.7-2.3 2.5-5 2.5',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5v.1',
  home: 'M4 11l8-7 8 7M6 9.5V20h4.3v-5.5h3.4V20H18V9.5',
  install: 'M12 3.5v9M8.5 9.5l3.5 3.5 3.5-3.5M5 13.5v5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5v-5',
  key: 'M15.5 4a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM12.3 11.7L4 20M6.5 17.5L9 20M9.5 14.5l2 2',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 14-11.5 14-1.8 0-3-.8-3.5-2M5 20.5c1.5-5 4.5-8 9-9.5',
  lines:
    'M6 4.3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM18 15.3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM8.2 6.5h7a2.75 2.75 0 0 1 0 5.5h-6.4a2.75 2.75 0 0 0 0 5.5h7',
  logout: 'M10 4H5.5A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20H10M15 8l4 4-4 4M19 12H9.5',
  mail: 'M3.5 5.5h17v13h-17v-13ZM3.5 7.5l8.5 6 8.5-6',
  megaphone: 'M4 10v4h3l8 4.5v-13L7 10H4ZM18 9a4 4 0 0 1 0 6',
  moon: 'M20.5 14.2A8.6 8.6 0 0 1 9.8 3.5a8.6 8.6 0 1 0 10.7 10.7Z',
  move: 'M4 8.5h14M14.5 5L18 8.5 14.5 12M20 15.5H6M9.5 12L6 15.5 9.5 19',
  package: 'M12 3l8 4.5v9L12 21l-8-4.5v-9L12 3ZM4 7.5l8 4.5 8-4.5M12 12v9M8 5.3l8 4.5',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2',
  play: 'M4 5.5h16v13H4v-13ZM10.5 9.2l4.5 2.8-4.5 2.8V9.2Z',
  plus: 'M12 5v14M5 12h14',
  qr: 'M4 4h6v6H4V4ZM14 4h6v6h-6V4ZM4 14h6v6H4v-6ZM14 14h2.5v2.5M20 14v.1M14 20v-.1M17.5 20H20v-2.5',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2v-17ZM9 8.5h6M9 12.5h6',
  refresh: 'M20 11a8 8 0 0 0-14.3-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.3 4L20 15M20 20v-5h-5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l4.5 4.5',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 7.7-7.5 9.5-4.5-1.8-7.5-5-7.5-9.5V6L12 3ZM8.8 12l2.3 2.3 4.2-4.3',
  snow: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.7 4.3L12 6.5l2.3-2.2M9.7 19.7l2.3-2.2 2.3 2.2M4 10.5l3.2-.9-.8-3.2M20 13.5l-3.2.9.8 3.2M4 13.5l3.2.9-.8 3.2M20 10.5l-3.2-.9.8-3.2',
  speed: 'M5.2 18.5a9 9 0 1 1 13.6 0M12 14.5l4-5M12 14.5v.1',
  trash: 'M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l1 13.5h9l1-13.5M10.3 10.5v6M13.7 10.5v6',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6',
  wallet:
    'M18 8V6.5A1.5 1.5 0 0 0 16.5 5h-11A2.5 2.5 0 0 0 3 7.5v9A2.5 2.5 0 0 0 5.5 19h13a1.5 1.5 0 0 0 1.5-1.5v-8A1.5 1.5 0 0 0 18.5 8h-13M16 13.5v.1',
} as const

export type IconName = keyof typeof shapes

export function Icon({ name, size }: { name: IconName; size?: number | undefined }) {
  return <Stroke d={shapes[name]} size={size} />
}

type Props = { icon: IconName; label: string; onClick: () => void; busy?: boolean; children?: ReactNode }

export function IconButton({ icon, label, onClick, busy = false, children }: Props) {
  return (
    <button type="button" className={css.button} aria-label={label} title={label} aria-busy={busy} onClick={onClick}>
      <Icon name={icon} />
      {children}
    </button>
  )
}
