import type { UserInfo } from '../../../contract/accounts.ts'
import { useHeroState } from '../../screens/overview/use-hero-state.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import css from './who-am-i.module.css'

/** The account by its whole name, and how its package stands. */
export function WhoAmI() {
  const info = useKnownInfo((known) => known)
  return info ? <Who info={info} /> : null
}

function Who({ info }: { info: UserInfo }) {
  const { title, chip } = useHeroState(info)
  return (
    <div className={css.who}>
      <span className={css.initial} aria-hidden="true">
        {info.iuser.slice(0, 1).toUpperCase()}
      </span>
      <div className={css.texts}>
        <p className={css.name}>{info.iuser}</p>
        <p className={css.package}>{chip ? `${title} · ${chip}` : title}</p>
      </div>
    </div>
  )
}
