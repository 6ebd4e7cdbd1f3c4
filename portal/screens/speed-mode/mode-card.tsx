import type { SpeedMode } from '../../../contract/lines.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import { modes } from './modes.ts'
import css from './speed-mode.module.css'

type Props = {
  mode: SpeedMode
  isCurrent: boolean
  isBusy: boolean
  isDisabled: boolean
  showsClass: boolean
  onChoose: () => void
}

export function ModeCard({ mode, isCurrent, isBusy, isDisabled, showsClass, onChoose }: Props) {
  const t = useWords('speed-mode')
  const user = useWords('user')
  const { icon, name, text, fit, speedClass } = modes[mode]
  return (
    <li>
      <button
        type="button"
        className={css.mode}
        aria-pressed={isCurrent}
        aria-busy={isBusy}
        disabled={isDisabled}
        onClick={isCurrent || isBusy ? undefined : onChoose}
      >
        <span className={css.sign}>
          <Icon name={icon} size={26} />
        </span>
        <span className={css.words}>
          <span className={css.name}>{t('mode', { mode: user(name) })}</span>
          <span className={css.fit}>{t(fit)}</span>
        </span>
        {isCurrent ? (
          <span className={css.current}>
            <Icon name="check" size={18} />
            {t('inUse')}
          </span>
        ) : null}
        <span className={css.text}>{t(text)}</span>
        {showsClass ? <span className={css.class}>{t(speedClass)}</span> : null}
      </button>
    </li>
  )
}
