import { Glyph, type GlyphName } from './glyph.tsx'
import type { Toast, Tone } from './toast-store.ts'
import css from './toasts.module.css'

const glyphs: Record<Tone, GlyphName> = { info: 'info', success: 'check', error: 'warning' }

type Props = { toasts: readonly Toast[]; closeLabel: string; onClose: (id: number) => void }

/** Messages are one line at the top of the screen; notifications have a title and can be closed. */
export function Toasts({ toasts, closeLabel, onClose }: Props) {
  return (
    <div className={css.stack} aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={`${css.toast} ${css[toast.tone]} ${css[toast.kind]}`} role="status">
          <span className={css.sign}>
            <Glyph name={glyphs[toast.tone]} size={18} />
          </span>
          <div className={css.words}>
            {toast.title === null ? null : <p className={css.title}>{toast.title}</p>}
            <p>{toast.text}</p>
          </div>
          {toast.kind === 'notification' ? (
            <button type="button" className={css.close} aria-label={closeLabel} onClick={() => onClose(toast.id)}>
              <Glyph name="close" size={18} />
            </button>
          ) : null}
        </div>
      ))}
    </div>
  )
}
