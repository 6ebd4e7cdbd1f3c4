import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'

import { Stroke } from '../../../ui/components/glyph.tsx'
import water from '../../../ui/components/water.module.css'
import { userPath } from '../../paths.ts'
import type { HeroView } from './hero-view.ts'
import css from './hero.module.css'

/** `today` has its row from the start, or everything below would jump when its bytes load. */
type Props = { view: HeroView; today?: ReactNode; onUndoPause?: () => void }

export function HeroCard({ view, today, onUndoPause }: Props) {
  const { look, sign, title, chip, note, headline, text, action, traffic, waterHeight } = view
  const press = (event: MouseEvent) => {
    if (!action?.undoesPause || !onUndoPause) return
    event.preventDefault()
    onUndoPause()
  }
  return (
    <section className={`${water.surface} ${css.hero}`} data-look={look} aria-label={title}>
      <svg
        className={css.water}
        viewBox="0 0 400 200"
        preserveAspectRatio="none"
        aria-hidden="true"
        style={{ height: waterHeight }}
      >
        <path d="M0 22c66-28 134-28 200 0s134 28 200 0v178H0Z" />
        <path d="M0 40c80-22 150-18 220 2s120 16 180-6v164H0Z" />
      </svg>
      <div className={water.top}>
        <div>
          <Link className={css.name} to={userPath('tcBuy')}>
            {title}
          </Link>
          {note ? <p className={css.note}>{note}</p> : null}
        </div>
        {chip ? (
          <p className={`${water.chip} ${css.chip}`}>
            <Stroke d={sign ?? ''} size={16} />
            {chip}
          </p>
        ) : null}
      </div>
      {headline ? <p className={css.headline}>{headline}</p> : null}
      {traffic ? (
        <div className={css.figures}>
          {traffic.left ? <p className={css.left}>{traffic.left}</p> : null}
          {traffic.amount ? (
            <p className={css.amount}>
              {`${traffic.amount} `}
              <span className={css.unit}>{traffic.unit}</span>
            </p>
          ) : null}
          <div
            className={css.gauge}
            role="meter"
            aria-label={traffic.usedShare}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={traffic.usedPercent}
          >
            <div className={css.used} style={{ width: traffic.usedWidth }} />
          </div>
          <div className={css.ends}>
            <span>{traffic.used}</span>
            <span>{traffic.total}</span>
          </div>
          <div className={css.today}>{today}</div>
        </div>
      ) : null}
      {text ? <p className={css.text}>{text}</p> : null}
      {action ? (
        <Link className={css.action} to={userPath(action.to)} onClick={press}>
          {action.label}
        </Link>
      ) : null}
    </section>
  )
}
