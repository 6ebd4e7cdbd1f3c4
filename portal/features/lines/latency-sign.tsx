import { useWords } from '../../words/language.ts'
import css from './latency-sign.module.css'

const NEAR_MS = 80
const FAR_MS = 200

/** Three bars like a phone's signal, and the figure. */
export function LatencySign({ ms }: { ms: number }) {
  const t = useWords('lines')
  const level = ms < NEAR_MS ? 3 : ms < FAR_MS ? 2 : 1
  return (
    <span className={css.sign} role="img" aria-label={t('latency', { ms })} data-level={level}>
      <svg viewBox="0 0 14 12" width="14" height="12">
        <path d="M0 8h3.5v4H0Z" />
        <path d="M5.2 4.5h3.5V12H5.2Z" />
        <path d="M10.5 0H14v12h-3.5Z" />
      </svg>
      {ms} ms
    </span>
  )
}
