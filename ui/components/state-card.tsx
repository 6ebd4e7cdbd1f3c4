import type { ReactNode } from 'react'

import { Icon, type IconName } from './icon.tsx'
import css from './state-card.module.css'
import water from './water.module.css'

type Props = {
  /** A large pale icon that makes screens easy to tell apart. */
  sign: IconName
  label: string
  title: string
  chip?: string | undefined
  text?: string | undefined
  /** Frozen account: the water does not move. */
  still?: boolean
  children?: ReactNode
}

/** Top card of an account screen: the current state, on the brand's water. */
export function StateCard({ sign, label, title, chip, text, still = false, children }: Props) {
  return (
    <section className={`${water.surface} ${css.card}`} data-still={still}>
      <span className={css.sign}>
        <Icon name={sign} size={148} />
      </span>
      {still ? <Ice /> : <Swell />}
      <div className={water.top}>
        <h2 className={css.label}>{label}</h2>
        {chip ? <p className={water.chip}>{chip}</p> : null}
      </div>
      <p className={css.title}>{title}</p>
      {text ? <p className={css.text}>{text}</p> : null}
      {children}
    </section>
  )
}

function Swell() {
  return (
    <svg className={css.water} viewBox="0 0 400 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 30c66-28 134-28 200 0s134 28 200 0v70H0Z" />
      <path d="M0 48c80-22 150-18 220 2s120 16 180-6v56H0Z" />
    </svg>
  )
}

function Ice() {
  return (
    <svg className={css.water} viewBox="0 0 400 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 34h400v66H0Z" />
      <path d="M0 34h96l34 66H0ZM150 34h118l-46 66h-66ZM312 34h88v66H276Z" />
    </svg>
  )
}
