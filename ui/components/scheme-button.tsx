import { toggleScheme } from '../device/scheme.ts'
import { Glyph } from './glyph.tsx'
import button from './icon-button.module.css'
import css from './scheme-button.module.css'

/** Contains both icons and lets CSS choose: the prerendered page does not know the reader's scheme. */
export function SchemeButton({ label }: { label: string }) {
  return (
    <button type="button" className={button.button} aria-label={label} title={label} onClick={toggleScheme}>
      <span className={css.moon}>
        <Glyph name="moon" />
      </span>
      <span className={css.sun}>
        <Glyph name="sun" />
      </span>
    </button>
  )
}
