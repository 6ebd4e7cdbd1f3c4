import { formatBytes } from '../../../contract/bytes.ts'
import { areaPath } from '../../../ui/plot/area-path.ts'
import { useOwnTraffic } from '../../features/lines/use-own-traffic.ts'
import { useWords } from '../../words/language.ts'
import css from './hero.module.css'

const WIDTH = 200
const HEIGHT = 36

/** Today's bytes by hour; empty when loading fails, because the gauge above says enough. */
export function TodayPlot() {
  const t = useWords('user')
  const { data } = useOwnTraffic('today')
  const values = (data?.points ?? []).map(({ upBytes, downBytes }) => upBytes + downBytes)
  const total = values.reduce((sum, bytes) => sum + bytes, 0)
  const { line, area } = areaPath(values, { width: WIDTH, height: HEIGHT })
  return (
    <>
      {data ? <p className={css.todayText}>{t('today', { amount: formatBytes(total) })}</p> : null}
      {total > 0 ? (
        <svg
          className={css.plot}
          viewBox={`0 -2 ${WIDTH} ${HEIGHT + 3}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <path className={css.plotArea} d={area} />
          <path className={css.plotLine} d={line} vectorEffect="non-scaling-stroke" />
        </svg>
      ) : null}
    </>
  )
}
