import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { formatBytes } from '../../../contract/bytes.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import water from '../../../ui/components/water.module.css'
import { useWords } from '../../words/language.ts'
import css from './hero.module.css'
import { TodayPlot } from './today-plot.tsx'
import { useHeroState } from './use-hero-state.ts'

/** The first glance: which package, how long, how much is left. The water stands as high as the traffic that is left. */
export function Hero({ info }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const hero = useHeroState(info)
  const leftShare = info.totalBytes > 0 ? Math.max(0, 1 - info.usedBytes / info.totalBytes) : 0
  const usedPercent = Math.round((1 - leftShare) * 100)
  const [amount, unit] = formatBytes(Math.max(0, info.totalBytes - info.usedBytes)).split(' ')
  return (
    <section className={`${water.surface} ${css.hero}`} aria-label={hero.title}>
      <Level share={info.package ? leftShare : 0.4} />
      <div className={water.top}>
        <p className={css.name}>{hero.title}</p>
        {hero.chip ? <p className={water.chip}>{hero.chip}</p> : null}
      </div>
      {info.package ? (
        <div className={css.figures}>
          <p className={css.left}>{t('left')}</p>
          <p className={css.amount}>
            {amount} <span className={css.unit}>{unit}</span>
          </p>
          <div
            className={css.gauge}
            role="meter"
            aria-label={t('usedShare', { percent: usedPercent })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={usedPercent}
          >
            <div className={css.used} style={{ width: `${usedPercent}%` }} />
          </div>
          <div className={css.ends}>
            <span>{t('used', { amount: formatBytes(info.usedBytes) })}</span>
            <span>{t('total', { amount: formatBytes(info.totalBytes) })}</span>
          </div>
          <TodayPlot />
        </div>
      ) : null}
      {hero.text ? <p className={css.text}>{hero.text}</p> : null}
      {hero.action && hasScreen(userPath(hero.action.to)) ? (
        <Link className={css.action} to={userPath(hero.action.to)}>
          {hero.action.label}
        </Link>
      ) : null}
    </section>
  )
}

function Level({ share }: { share: number }) {
  return (
    <svg
      className={css.water}
      viewBox="0 0 400 200"
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ height: `${Math.round(18 + share * 70)}%` }}
    >
      <path d="M0 22c66-28 134-28 200 0s134 28 200 0v178H0Z" />
      <path d="M0 40c80-22 150-18 220 2s120 16 180-6v164H0Z" />
    </svg>
  )
}
