import css from './spinner.module.css'

/** The whole-page wait: start-up, the silent login, a screen whose code is on its way. */
export function Spinner({ label, fill = 'page' }: { label: string; fill?: 'page' | 'content' }) {
  return (
    <div className={`${css.spinner} ${css[fill]}`} role="status">
      <span className={css.ring} aria-hidden="true" />
      <span>{label}</span>
    </div>
  )
}
