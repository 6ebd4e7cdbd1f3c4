import { Stroke } from '../../../ui/components/glyph.tsx'

/**
 * Icons of the console only, on the same grid as the ui icons. They are separate because the portal loads that file.
 */
const shapes = {
  overview: 'M4 20h16M6.5 20v-5.5M11 20V9.5M15.5 20v-8M20 4l-5 4.5-3.5-2.5L4.5 11',
  users:
    'M9 5a3.4 3.4 0 1 0 0 6.8A3.4 3.4 0 0 0 9 5ZM2.8 19.5c.6-3.6 3-5.4 6.2-5.4s5.6 1.8 6.2 5.4M15.5 5.6a3 3 0 0 1 0 5.6M17.6 14.6c2 .7 3.2 2.3 3.6 4.9',
  bulk: 'M12 3.5l8.5 4.3L12 12 3.5 7.8 12 3.5ZM4.5 12L12 15.8 19.5 12M4.5 16L12 19.8 19.5 16',
  prices: 'M11.5 3.5H20V12l-8.3 8.3a1.4 1.4 0 0 1-2 0l-6-6a1.4 1.4 0 0 1 0-2l7.8-8.8ZM16 8v.1',
  cards:
    'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM7 15h4M15 9.5h2.5',
  orders: 'M5.5 7.5h13l1 12.5h-15l1-12.5ZM8.7 10V7a3.3 3.3 0 0 1 6.6 0v3',
  payments: 'M3 6.5h18v11H3v-11ZM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM6 9.5v.1M18 14.4v.1',
  money:
    'M18 8V6.5A1.5 1.5 0 0 0 16.5 5h-11A2.5 2.5 0 0 0 3 7.5v9A2.5 2.5 0 0 0 5.5 19h13a1.5 1.5 0 0 0 1.5-1.5v-8A1.5 1.5 0 0 0 18.5 8h-13M16 13.5v.1',
  invites:
    'M4 9h16v4H4V9ZM5.5 13v7h13v-7M12 9v11M12 9S10.5 4.5 8.3 4.5a2.2 2.2 0 0 0 0 4.5H12Zm0 0s1.5-4.5 3.7-4.5a2.2 2.2 0 0 1 0 4.5H12Z',
  notices: 'M4 10v4h3l8 4.5v-13L7 10H4ZM18 9a4 4 0 0 1 0 6',
  brand:
    'M12 3.5a8.5 8.5 0 0 0 0 17c1.3 0 2-.9 1.6-2-.5-1.4.3-2.5 1.7-2.5h2A3.2 3.2 0 0 0 20.5 12.6C20.2 7.5 16.5 3.5 12 3.5ZM7.8 12v.1M9.5 8.2v.1M14 7.5v.1M17 10.8v.1',
  payment: 'M4 9.5L12 4l8 5.5v1.5H4V9.5ZM6 11v6.5M10 11v6.5M14 11v6.5M18 11v6.5M3.5 20h17',
  agencies:
    'M4 10l1.5-5.5h13L20 10M5.5 12.5V20h13v-7.5M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M10 20v-4.5h4V20',
  team: 'M4 7.5h16v12H4v-12ZM9 7.5V5h6v2.5M4 12.5h16M12 11.5v2.5',
  audit: 'M6 3.5h12v17H6v-17ZM9 8h6M9 12h6M9 16h3.5',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6',
  more: 'M5 12v.1M12 12v.1M19 12v.1',
  alerts: 'M12 4l9 15.5H3L12 4ZM12 10v4.5M12 17v.1',
  monitors: 'M3.5 5h17v11h-17V5ZM9 20h6M12 16v4M7 11h2l1.5-3 2.5 5 1.5-2H17',
  machine: 'M4 5h16v11H4V5ZM9 20h6M12 16v4M7 12.5l2.5-3 2.5 2 3-4',
  jobs: 'M12 4a8 8 0 1 0 8 8M12 7.5V12l3 2M16.5 3.5v4h4',
  mails: 'M3.5 6h17v12h-17V6ZM4 6.5l8 6.5 8-6.5',
  backups: 'M5 5h11l3 3v11H5V5ZM8.5 5v4.5h6V5M8 19v-5.5h8V19',
  nodes: 'M4 5.5h16v5H4v-5ZM4 13.5h16v5H4v-5ZM7.5 8v.1M7.5 16v.1M12 8h5M12 16h5',
  platform: 'M12 3l8 4.5v9L12 21l-8-4.5v-9L12 3ZM12 12l8-4.5M12 12v9M12 12L4 7.5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  columns: 'M4 5h16v14H4V5ZM9.5 5v14M14.5 5v14',
  star: 'M12 4l2.5 5.2 5.5.8-4 4 1 5.7-5-2.7-5 2.7 1-5.7-4-4 5.5-.8L12 4Z',
  grip: 'M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1',
  catalogue: 'M4 5h7v6H4V5ZM13 5h7v6h-7V5ZM4 13h7v6H4v-6ZM16.5 13v6M13.5 16h6',
  lists: 'M5 4h14v16H5V4ZM8.5 8h4M8.5 12h4M8.5 16h4M15.5 8v.1M15.5 12v.1M15.5 16v.1',
  up: 'M12 19V6M6.5 11.5L12 6l5.5 5.5',
  sort: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  switch: 'M8 4L4 8l4 4M4 8h13M16 12l4 4-4 4M20 16H7',
} as const

export type OfficeIconName = keyof typeof shapes

export function OfficeIcon({ name, size }: { name: OfficeIconName; size?: number }) {
  return <Stroke d={shapes[name]} size={size} />
}
