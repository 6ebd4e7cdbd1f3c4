import { useBuild } from '../http/exchange.ts'
import css from './update-banner.module.css'

/** Shown when the server serves another build than this page's. */
export function UpdateBanner({ text, button, onReload }: { text: string; button: string; onReload: () => void }) {
  const isOutdated = useBuild((state) => state.isOutdated)
  if (!isOutdated) return null
  return (
    <p className={css.update}>
      {text}
      <button type="button" className={css.reload} onClick={onReload}>
        {button}
      </button>
    </p>
  )
}
