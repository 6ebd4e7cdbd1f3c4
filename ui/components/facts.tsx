import css from './facts.module.css'
import { Icon, type IconName } from './icon.tsx'

export type Fact = { icon: IconName; title: string; text?: string | undefined }

/** A short list of consequences or benefits: an icon and one or two lines each. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className={css.facts}>
      {facts.map(({ icon, title, text }) => (
        <li key={title} className={css.fact}>
          <span className={css.sign}>
            <Icon name={icon} size={20} />
          </span>
          <div>
            <p className={css.title}>{title}</p>
            {text ? <p className="soft">{text}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
