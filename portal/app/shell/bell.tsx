import { IconButton } from '../../../ui/components/icon.tsx'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './bell.module.css'

const MOST = 99

export function useBell(): { unread: number; label: string } {
  const t = useWords('user')
  const unread = useKnownInfo((info) => info.unread) ?? 0
  return { unread, label: unread > 0 ? t('bellUnread', { count: unread }) : t('bell') }
}

/** Opens the notices; the number counts unread ones. */
export function Bell({ onClick }: { onClick: () => void }) {
  const { unread, label } = useBell()
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
