import type { SpeedMode } from '../../../contract/lines.ts'
import { Icon, type IconName } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
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
          <span className="faint">{t(fit)}</span>
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

/** The four modes and their words: the name is in `user`, the rest in `speed-mode`. */
export const modes = {
  standard: {
    icon: 'lines',
    name: 'modeStandard',
    text: 'standardText',
    fit: 'standardFit',
    speedClass: 'standardClass',
  },
  game: { icon: 'game', name: 'modeGame', text: 'gameText', fit: 'gameFit', speedClass: 'gameClass' },
  video: { icon: 'play', name: 'modeVideo', text: 'videoText', fit: 'videoFit', speedClass: 'videoClass' },
  saver: { icon: 'leaf', name: 'modeSaver', text: 'saverText', fit: 'saverFit', speedClass: 'saverClass' },
} as const satisfies Record<SpeedMode, { icon: IconName; name: string; text: string; fit: string; speedClass: string }>

export const modeOrder = ['standard', 'game', 'video', 'saver'] as const satisfies SpeedMode[]
