import css from './water.module.css'

/** Three slow swells in the brand's colours. Drawn here, so it costs no request and follows the accent. */
export function Water() {
  return (
    <svg className={css.water} viewBox="0 0 720 320" preserveAspectRatio="none" aria-hidden="true">
      <path className={css.swell} d="M0 120c120-60 240-60 360 0s240 60 360 0v200H0Z" />
      <path className={css.swell} d="M0 190c100-45 220-50 340-8s260 50 380-10v148H0Z" />
      <path className={css.shore} d="M0 262c140-40 260-30 380 0s240 24 340-14v84H0Z" />
    </svg>
  )
}
