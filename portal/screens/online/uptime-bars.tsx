import { type PointerEvent, useState } from 'react'

import { useWords } from '../../words/language.ts'
import css from './uptime-bars.module.css'

type Props = {
  name: string
  days: readonly (number | null)[]
  firstDay: string
  uptimePercent: number | null
}

const HEIGHT = 32
/** Shorter bars for failures, so that colour is not the only sign. */
const HEIGHTS: Record<DayLook, number> = { full: HEIGHT, some: 22, much: 14, none: 5 }
const STEP = 5

/** One bar per day; text describes the day under the finger. */
export function UptimeBars({ name, days, firstDay, uptimePercent }: Props) {
  const t = useWords('online')
  const uptimeText = useUptimeText()
  const [at, setAt] = useState<number | null>(null)
  const looks = days.map(dayLook)
  const broken = looks.filter((look) => look === 'some' || look === 'much').length

  function point(event: PointerEvent<SVGSVGElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const found = Math.floor(((event.clientX - left) / width) * days.length)
    setAt(Math.min(days.length - 1, Math.max(0, found)))
  }

  function dayText(index: number): string {
    const day = dayAfter(firstDay, index)
    const percent = days[index] ?? null
    return percent === null ? t('dayNone', { day }) : t('dayUptime', { day, percent })
  }

  return (
    <div>
      <svg
        className={css.bars}
        viewBox={`0 0 ${days.length * STEP - 1} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('barsLabel', { name, uptime: uptimeText(uptimePercent), count: broken })}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
      >
        {looks.map((look, index) => (
          <rect
            key={dayAfter(firstDay, index)}
            className={css[look]}
            data-chosen={index === at}
            x={index * STEP}
            y={HEIGHT - HEIGHTS[look]}
            width={STEP - 1}
            height={HEIGHTS[look]}
          />
        ))}
      </svg>
      <p className={css.ends}>
        {at === null ? (
          <>
            <span>{t('daysAgo')}</span>
            <span>{t('today')}</span>
          </>
        ) : (
          <span className={css.day}>{dayText(at)}</span>
        )}
      </p>
    </div>
  )
}

const DAY_MS = 86_400_000

export type DayLook = 'full' | 'some' | 'much' | 'none'

/** The date that many days after the first one. */
export function dayAfter(firstDay: string, count: number): string {
  return new Date(Date.parse(`${firstDay}T12:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** Below 95 % the service was down for more than an hour. */
export function dayLook(percent: number | null): DayLook {
  if (percent === null) return 'none'
  if (percent >= 100) return 'full'
  return percent >= 95 ? 'some' : 'much'
}

/** For how many days there is a record; the first is one before it has a figure. */
export function recordedDays(all: readonly (readonly (number | null)[])[]): number {
  const known = all.filter((days) => days.some((day) => day !== null))
  return Math.max(1, ...known.map((days) => days.length - days.findIndex((day) => day !== null)))
}

export function useUptimeText(): (percent: number | null) => string {
  const t = useWords('online')
  return (percent) => (percent === null ? t('uptimeNone') : t('uptime', { percent }))
}
