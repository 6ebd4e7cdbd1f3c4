import type { ReactNode } from 'react'

import type { Language } from '../../contract/languages.ts'
import { readPageStart } from '../device/page.ts'
import css from './flag.module.css'

const turns = (count: number, draw: (degrees: number) => ReactNode) =>
  Array.from({ length: count }, (_, at) => draw((360 / count) * at))

/** Our own simple drawings, 30 by 20: clear enough at the size of a letter. */
const drawings: Record<string, () => ReactNode> = {
  HK: () => (
    <>
      <path fill="#de2910" d="M0 0h30v20H0Z" />
      {turns(5, (degrees) => (
        <path
          key={degrees}
          fill="#fff"
          transform={`rotate(${degrees} 15 10)`}
          d="M15 9.4c-2.3-1.3-2.6-4 0-6 .5 1 2.3 3.2 0 6Z"
        />
      ))}
    </>
  ),
  JP: () => (
    <>
      <path fill="#fff" d="M0 0h30v20H0Z" />
      <circle cx="15" cy="10" r="6" fill="#bc002d" />
    </>
  ),
  SG: () => (
    <>
      <path fill="#fff" d="M0 0h30v20H0Z" />
      <path fill="#d8232a" d="M0 0h30v10H0Z" />
      <circle cx="7" cy="5" r="3.6" fill="#fff" />
      <circle cx="8.7" cy="5" r="3.3" fill="#d8232a" />
      {turns(5, (degrees) => (
        <circle key={degrees} cx="10.6" cy="3" r=".65" fill="#fff" transform={`rotate(${degrees} 10.6 5)`} />
      ))}
    </>
  ),
  TW: () => (
    <>
      <path fill="#d7141a" d="M0 0h30v20H0Z" />
      <path fill="#14259a" d="M0 0h15v10H0Z" />
      {turns(12, (degrees) => (
        <path key={degrees} fill="#fff" d="M6.7 3.4 7.5 1l.8 2.4Z" transform={`rotate(${degrees} 7.5 5)`} />
      ))}
      <circle cx="7.5" cy="5" r="1.8" fill="#fff" />
    </>
  ),
  US: () => (
    <>
      <path fill="#fff" d="M0 0h30v20H0Z" />
      <path
        fill="#b22234"
        d="M0 0h30v1.54H0ZM0 3.08h30v1.54H0ZM0 6.15h30v1.54H0ZM0 9.23h30v1.54H0ZM0 12.3h30v1.55H0ZM0 15.4h30v1.53H0ZM0 18.46h30V20H0Z"
      />
      <path fill="#3c3b6e" d="M0 0h13v10.77H0Z" />
      <path
        stroke="#fff"
        strokeWidth="1.2"
        strokeLinecap="round"
        d="M2.5 2.2v0M6.5 2.2v0M10.5 2.2v0M4.5 4.4v0M8.5 4.4v0M2.5 6.5v0M6.5 6.5v0M10.5 6.5v0M4.5 8.6v0M8.5 8.6v0"
      />
    </>
  ),
  KR: () => (
    <>
      <path fill="#fff" d="M0 0h30v20H0Z" />
      <g transform="rotate(30 15 10)">
        <path fill="#cd2e3a" d="M10 10a5 5 0 0 1 10 0Z" />
        <path fill="#0047a0" d="M10 10a5 5 0 0 0 10 0Z" />
        <circle cx="12.5" cy="10" r="2.5" fill="#cd2e3a" />
        <circle cx="17.5" cy="10" r="2.5" fill="#0047a0" />
      </g>
      <path
        stroke="#1b1b1b"
        strokeWidth=".9"
        d="M4.2 6.4 7 2.6M5.5 7.3l2.8-3.8M2.9 5.5l2.8-3.8M23 2.6l2.8 3.8M21.7 3.5l2.8 3.8M24.3 1.7l2.8 3.8M4.2 13.6 7 17.4M5.5 12.7l2.8 3.8M2.9 14.5l2.8 3.8M23 17.4l2.8-3.8M21.7 16.5l2.8-3.8M24.3 18.3l2.8-3.8"
      />
    </>
  ),
  GB: () => (
    <>
      <path fill="#012169" d="M0 0h30v20H0Z" />
      <path stroke="#fff" strokeWidth="4" d="m0 0 30 20M30 0 0 20" />
      <path stroke="#c8102e" strokeWidth="1.4" d="m0 0 30 20M30 0 0 20" />
      <path stroke="#fff" strokeWidth="6.6" d="M15 0v20M0 10h30" />
      <path stroke="#c8102e" strokeWidth="4" d="M15 0v20M0 10h30" />
    </>
  ),
  DE: () => (
    <>
      <path fill="#1b1b1b" d="M0 0h30v6.67H0Z" />
      <path fill="#d00" d="M0 6.67h30v6.66H0Z" />
      <path fill="#ffce00" d="M0 13.33h30V20H0Z" />
    </>
  ),
}

/** The brand of the page may want none: to some readers a flag says more than where a machine stands. */
const { hidesFlags = false } = readPageStart().brand

/** Used for a region without a drawing. */
function Globe() {
  return (
    <g className={css.globe}>
      <circle cx="15" cy="10" r="7" />
      <path d="M8 10h14M15 3c2 2 3 4.3 3 7s-1 5-3 7c-2-2-3-4.3-3-7s1-5 3-7Z" />
    </g>
  )
}

/** Decoration only: the name of the region or node is beside it. */
export function Flag({ region, size = 30 }: { region: string; size?: number }) {
  const draw = hidesFlags ? undefined : drawings[region]
  return (
    <svg className={css.flag} viewBox="0 0 30 20" width={size} height={(size * 2) / 3} fill="none" aria-hidden="true">
      {draw ? draw() : <Globe />}
    </svg>
  )
}

const names = new Map<Language, Intl.DisplayNames>()

/** 香港, Hong Kong. The short name, because some long ones do not fit into a chip. */
export function regionText(code: string, language: Language): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region', style: 'short' })
  names.set(language, known)
  try {
    return known.of(code) ?? code
  } catch {
    return code
  }
}
