import { formatBytes } from '../../contract/bytes.ts'
import css from './readout.module.css'

type Props = { what: string; down: string; downBytes: number; up: string; upBytes: number }

/** Text beside a plot: the chosen time or the total, with the plot's colours. */
export function Readout({ what, down, downBytes, up, upBytes }: Props) {
  return (
    <p className={css.readout}>
      <span className={css.what}>{what}</span>
      <span className={css.legend}>
        <span className={css.down}>
          {down} {formatBytes(downBytes)}
        </span>
        <span className={css.up}>
          {up} {formatBytes(upBytes)}
        </span>
      </span>
    </p>
  )
}
