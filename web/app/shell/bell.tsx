import { IconButton } from '../../components/icon-button.tsx'
import { useWords } from '../../locales/language.ts'
import { useUserState } from '../../state/user.ts'
import css from './bell.module.css'

const MOST = 99

/** Everybody's way to the messages; the number is what is unread. */
export function Bell({ onClick }: { onClick: () => void }) {
  const t = useWords('user')
  const unread = useUserState((state) => state.userInfo.unread ?? 0)
  const label = unread > 0 ? t('bellUnread', { count: unread }) : t('bell')
  return (
    <IconButton icon="bell" label={label} onClick={onClick}>
      {unread > 0 ? (
        <span className={css.count} aria-hidden="true">
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      ) : null}
    </IconButton>
  )
}
