import { formatBytes } from '../../../contract/bytes.ts'
import type { ResellerLimits } from '../../../contract/console/resellers.ts'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { shareTone } from '../../../ui/components/share-tone.ts'
import { useWords } from '../../words/language.ts'
import css from './limit-use.module.css'

/** Shows how much of each limit is used: 42 / 50, and a bar. */
export function LimitUse({ limits }: { limits: ResellerLimits }) {
  const t = useWords('resellers')
  const { usersMax, usersCount, trafficMaxBytes, trafficBytes } = limits
  return (
    <span className={css.stack}>
      {usersMax === null ? null : (
        <Use label={t('usersUse')} used={usersCount} max={usersMax} text={`${usersCount} / ${usersMax}`} />
      )}
      {trafficMaxBytes === null ? null : (
        <Use
          label={t('trafficUse')}
          used={trafficBytes}
          max={trafficMaxBytes}
          text={`${formatBytes(trafficBytes)} / ${formatBytes(trafficMaxBytes)}`}
        />
      )}
    </span>
  )
}

function Use({ label, used, max, text }: { label: string; used: number; max: number; text: string }) {
  const percent = Math.round((used / max) * 100)
  return (
    <span className={css.use}>
      <span className={css.text}>
        {label} {text}
      </span>
      <ShareBar percent={Math.min(100, percent)} tone={shareTone(used, max, 80)} />
    </span>
  )
}
