import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Icon, type IconName } from './icon.tsx'
import css from './list.module.css'

type ListProps = {
  label?: string | undefined
  /** On a ground of its own, where no card is around it. */
  boxed?: boolean
  children: ReactNode
}

/** The one kind of list: rows with a sign, a name, a value and, where they lead on, a chevron. */
export function List({ label, boxed = false, children }: ListProps) {
  return (
    <ul className={css.list} aria-label={label} data-boxed={boxed}>
      {children}
    </ul>
  )
}

type Props = {
  sign?: IconName | Exclude<ReactNode, string>
  name: ReactNode
  /** Beside the name. */
  mark?: ReactNode
  about?: ReactNode
  value?: ReactNode
  /** Below the value. */
  under?: ReactNode
  /** `strong` is an amount, `brand` something new. */
  tone?: 'soft' | 'strong' | 'brand' | 'good'
  isBusy?: boolean
  isChosen?: boolean
  /** For screen readers, when the rows are choices. */
  isPressed?: boolean
  lang?: string
  to?: string
  onPress?: (() => void) | undefined
  /** A small button of its own at the end. */
  end?: ReactNode
  /** Below the row, as wide as it. */
  children?: ReactNode
}

/** Give it `to` or `onPress` when it leads on; else it only tells. */
export function ListRow({ to, onPress, isBusy = false, isChosen, isPressed, lang, end, children, ...face }: Props) {
  const content = <Face {...face} leadsOn={to !== undefined || (onPress !== undefined && isPressed === undefined)} />
  return (
    <li className={css.item}>
      <div className={css.line}>
        {to !== undefined ? (
          <Link className={css.row} to={to} onClick={onPress}>
            {content}
          </Link>
        ) : onPress ? (
          <button
            type="button"
            className={css.row}
            lang={lang}
            aria-busy={isBusy}
            aria-current={isChosen}
            aria-pressed={isPressed}
            onClick={onPress}
          >
            {content}
          </button>
        ) : (
          <div className={css.row}>{content}</div>
        )}
        {end}
      </div>
      {children}
    </li>
  )
}

type FaceProps = Pick<Props, 'sign' | 'name' | 'mark' | 'about' | 'value' | 'under' | 'tone'> & { leadsOn: boolean }

function Face({ sign, name, mark, about, value, under, tone = 'soft', leadsOn }: FaceProps) {
  return (
    <>
      {sign ? (
        <span className={css.sign}>{typeof sign === 'string' ? <Icon name={sign as IconName} /> : sign}</span>
      ) : null}
      <span className={css.words}>
        <span className={css.name}>
          {name}
          {mark}
        </span>
        {about ? <span className={css.about}>{about}</span> : null}
      </span>
      {value || under ? (
        <span className={css.values} data-shrinks={typeof value === 'string' && (tone === 'soft' || tone === 'brand')}>
          {value ? (
            <span className={css.value} data-tone={tone}>
              {value}
            </span>
          ) : null}
          {under ? <span className={css.about}>{under}</span> : null}
        </span>
      ) : null}
      {leadsOn ? <Icon name="chevron" size={16} /> : null}
    </>
  )
}

/** A word beside a name, such as a state. */
export function Mark({ tone, children }: { tone: 'good' | 'warn' | 'bad' | 'brand' | 'quiet'; children: ReactNode }) {
  return (
    <span className={css.mark} data-tone={tone}>
      {children}
    </span>
  )
}

/** A word to press at the end of a row. `label` says more for screen readers. */
export function RowPress(props: { label: string; isBusy?: boolean; onPress: () => void; children: ReactNode }) {
  const { label, isBusy = false, onPress, children } = props
  return (
    <button
      type="button"
      className={css.press}
      aria-label={label}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onPress}
    >
      {children}
    </button>
  )
}
