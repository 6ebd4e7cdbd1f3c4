import css from './spinner.module.css'

/** Wait for the whole page: at start-up, during silent login, and while a screen's code loads. */
export function Spinner({ label, fill = 'page' }: { label: string; fill?: 'page' | 'content' }) {
  return (
    <div className={`${css.spinner} ${css[fill]}`} role="status">
      <span className={css.ring} aria-hidden="true" />
      <span>{label}</span>
    </div>
  )
}
