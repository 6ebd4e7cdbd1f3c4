import type { ReactNode } from 'react'

import { areaPath } from '../../../ui/plot/area-path.ts'
import css from './figure.module.css'

type Props = {
  label: string
  /** Large: a number, an amount. */
  value: ReactNode
  /** Beneath: what it is measured against, or what it is made of. */
  note?: string | undefined
  tone?: 'good' | 'warn' | 'bad' | undefined
  /** The way there, a value a day; drawn small, since the number is what counts. */
  curve?: readonly number[]
  children?: ReactNode
}

const WIDTH = 96
const HEIGHT = 40

/** A figure that explains itself: what it is, how much, and against what. */
export function Figure({ label, value, note, tone, curve, children }: Props) {
  const path = curve ? areaPath(curve, WIDTH, HEIGHT) : null
  return (
    <section className={css.figure}>
      <h2 className={css.label}>{label}</h2>
      <p className={css.value}>{value}</p>
      {note ? (
        <p className={css.note} data-tone={tone}>
          {note}
        </p>
      ) : null}
      {path?.line ? (
        <svg className={css.curve} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={css.area} d={path.area} />
          <path className={css.line} d={path.line} vectorEffect="non-scaling-stroke" />
        </svg>
      ) : null}
      {children}
    </section>
  )
}

/** Side by side, as many as there is room for. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={css.figures}>{children}</div>
}
