import css from './banner.module.css'

/** A line over the whole page: one fact and one thing to do about it. */
export function Banner({ text, button, onPress }: { text: string; button: string; onPress: () => void }) {
  return (
    <p className={css.banner}>
      {text}
      <button type="button" className={css.press} onClick={onPress}>
        {button}
      </button>
    </p>
  )
}
