import type { ReactNode } from 'react'

import { areaPath } from '../../../ui/plot/area-path.ts'
import css from './figure.module.css'

type Props = {
  label: string
  /** Shown large: a number or an amount. */
  value: ReactNode
  /** Shown beneath: what the value is compared with or made of. */
  note?: string | undefined
  tone?: 'good' | 'warn' | 'bad' | undefined
  /** The values day by day until today, which is dotted. Drawn small because the number matters most. */
  curve?: readonly number[]
  children?: ReactNode
}

const WIDTH = 96
const HEIGHT = 40

/** A figure with its name, its value and a comparison. */
export function Figure({ label, value, note, tone, curve, children }: Props) {
  const path = curve ? areaPath(curve, { width: WIDTH, height: HEIGHT, isOpen: true }) : null
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
          <path className={css.rest} d={path.rest} vectorEffect="non-scaling-stroke" />
        </svg>
      ) : null}
      {children}
    </section>
  )
}

/** Puts as many figures side by side as fit. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={css.figures}>{children}</div>
}
