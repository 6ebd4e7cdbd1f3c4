import type { ReactNode } from 'react'

import { Glyph, type GlyphName } from '../glyph.tsx'
import css from './callout.module.css'

type Tone = 'info' | 'bad' | 'good'
const glyphs: Record<Tone, GlyphName> = { info: 'info', bad: 'warning', good: 'check' }

/** A sentence that stays on the screen: what happened and what to do. The icon repeats the colour's meaning. */
export function Callout({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={`${css.callout} ${css[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Glyph name={glyphs[tone]} size={20} />
      <span>{children}</span>
    </div>
  )
}
