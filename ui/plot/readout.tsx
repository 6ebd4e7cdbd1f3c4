import { formatBytes } from '../../contract/bytes.ts'
import css from './readout.module.css'

type Props = { what: string; down: string; downBytes: number; up: string; upBytes: number }

/** The words of a plot: the chosen point of time, or all of it, with the colours that the plot uses. */
export function Readout({ what, down, downBytes, up, upBytes }: Props) {
  return (
    <p className={css.readout}>
      <span className={css.what}>{what}</span>
      <span className={css.down}>
        {down} {formatBytes(downBytes)}
      </span>
      <span className={css.up}>
        {up} {formatBytes(upBytes)}
      </span>
    </p>
  )
}
