import type { ListedClient } from '../../../contract/client-list.ts'
import css from './client-mark.module.css'

/** A cat's head: the symbol of Clash and its successors. */
const CAT = 'M5 18.5V5.5l4.5 4h5l4.5-4v13c-3 2-11 2-14 0ZM9.5 14v.8M14.5 14v.8M11.2 16.8h1.600'

/** Our own drawings of some symbols, on a 24 grid; the other clients have their first letter. */
const shapes: Partial<Record<string, string>> = {
  'clash-verge': CAT,
  'clash-meta': CAT,
  // A stack.
  stash: 'M12 4.5l7.5 3.7L12 12 4.5 8.2 12 4.5ZM4.5 12l7.5 3.8 7.5-3.8M4.5 15.8l7.5 3.7 7.5-3.7',
  // A box.
  'sing-box':
    'M12 3.8l7.3 4.100v8.2L12 20.2l-7.3-4.100V7.900L12 3.8ZM4.7 7.900L12 12l7.3-4.100M12 12v8.2M8.3 5.900l7.400 4.100',
  // A rising wave.
  surge: 'M3.5 16c4 0 4.5-8.5 8.5-8.5 3 0 3.5 4 1.5 4.8M12.5 16.5c4 0 4-5.5 8-5.5M3.5 19.5h17',
  shadowrocket:
    'M20 4c-5.5 0-9 2.2-11 6.5L5.2 11.3l7.5 7.5.8-3.8C17.8 13 20 9.5 20 4ZM15 7.7a1.3 1.3 0 1 0 0 2.600 1.3 1.3 0 0 0 0-2.600ZM7.5 15c-2 .5-2.7 2-3 4.5 2.5-.3 4-1 4.5-3',
  // Bars of different heights.
  hiddify: 'M6 18.5v-5M10 18.5v-13M14 18.5v-9M18 18.5v-11',
  // A flying V.
  v2rayng: 'M3.5 5l8.5 15 8.5-15-8.5 5-8.5-5ZM12 10v10',
}

/** The client's name is beside it. */
export function ClientMark({ client: { id, name, colour } }: { client: Pick<ListedClient, 'id' | 'name' | 'colour'> }) {
  const shape = shapes[id]
  return (
    <svg className={css.mark} viewBox="-4 -4 32 32" width="28" height="28" aria-hidden="true">
      <rect x="-4" y="-4" width="32" height="32" fill={colour} />
      {shape ? (
        <path d={shape} />
      ) : (
        <text x="12" y="18" fontSize="17" textAnchor="middle">
          {[...name][0]?.toUpperCase()}
        </text>
      )}
    </svg>
  )
}
