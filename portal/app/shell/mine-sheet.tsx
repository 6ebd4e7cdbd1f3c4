import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { formatFen } from '../../../contract/money.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { toggleScheme } from '../../../ui/device/scheme.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useSessions } from '../../features/account/use-sessions.ts'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useHasMail, useIsFishCoin, useIsSuspended, useSellsOnline } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { bottomEntries, type NavGroup, useNavGroups } from '../nav.ts'
import { useBell } from './bell.tsx'
import css from './mine-sheet.module.css'
import { WhoAmI } from './side-bar.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  onBell: () => void
  onLanguage: () => void
  leaving: boolean
  onLeave: () => void
}

/** 我的: the user with what they own, and everything without its own place in the bottom bar. */
export function MineSheet({ opened, onClose, onBell, onLanguage, leaving, onLeave }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const language = useLanguage()
  const info = useKnownInfo((known) => known)
  return (
    <Sheet opened={opened} onClose={onClose} title={t('mine')} closeLabel={base('close')}>
      <div className="gap3">
        <Link className={css.who} to={userPath('tcBuy')} onClick={onClose}>
          <WhoAmI />
          <Icon name="chevron" size={16} />
        </Link>
        {info ? <Own info={info} onClose={onClose} onBell={onBell} /> : null}
        <Groups onClose={onClose} />
        <List boxed>
          <ListRow sign="globe" name={base('language')} value={languageNames[language]} onPress={onLanguage} />
          <ListRow sign="moon" name={base('switchScheme')} onPress={toggleScheme} />
          <ListRow sign="logout" name={t(leaving ? 'signingOut' : 'signOut')} isBusy={leaving} onPress={onLeave} />
        </List>
      </div>
    </Sheet>
  )
}

const modeWords = { standard: 'modeStandard', game: 'modeGame', video: 'modeVideo', saver: 'modeSaver' } as const

/** The money with its action, and rows that tell their value before they are opened. */
function Own({ info, onClose, onBell }: { info: UserInfo; onClose: () => void; onBell: () => void }) {
  const t = useWords('user')
  const hasMail = useHasMail()
  const { unread } = useBell()
  const devices = useDeviceCount()
  const email = info.email === null ? t('emailNone') : info.emailVerified ? info.email : t('emailUnverified')
  return (
    <>
      <Money info={info} onClose={onClose} />
      <List boxed>
        <ListRow
          sign="bell"
          name={t('bell')}
          value={unread > 0 ? t('unreadCount', { count: unread }) : t('noUnread')}
          tone={unread > 0 ? 'brand' : 'soft'}
          onPress={onBell}
        />
        {hasMail ? (
          <ListRow
            sign="mail"
            name={t('email')}
            value={email}
            tone={info.emailVerified ? 'soft' : 'brand'}
            to={userPath('emailBind')}
            onPress={onClose}
          />
        ) : null}
        <ListRow
          sign="devices"
          name={t('devices')}
          value={devices === null ? '' : t('deviceCount', { count: devices })}
          to={`${userPath('change_pass')}?tab=devices`}
          onPress={onClose}
        />
        <ListRow
          sign="speed"
          name={t('speedMode')}
          value={t(modeWords[info.speedMode])}
          to={userPath('speedMode')}
          onPress={onClose}
        />
      </List>
    </>
  )
}

function Money({ info, onClose }: { info: UserInfo; onClose: () => void }) {
  const t = useWords('user')
  const isFishCoin = useIsFishCoin()
  const sellsOnline = useSellsOnline()
  const isSuspended = useIsSuspended()
  const canPay = info.blockedReason === null && !isSuspended
  return (
    <div className={css.money}>
      <Link className={css.amount} to={userPath('balance')} onClick={onClose}>
        <span className="faint">{t('balanceName')}</span>
        <span className={css.figure}>{`${isFishCoin ? '' : '¥'}${formatFen(info.balanceFen)}`}</span>
      </Link>
      {canPay ? (
        <Button component={Link} to={userPath(sellsOnline === false ? 'kmList' : 'userPay')} onClick={onClose}>
          {t(sellsOnline === false ? 'redeem' : 'topUp')}
        </Button>
      ) : null}
    </div>
  )
}

/** Asked for when the sheet opens; without an answer the row has no value. */
function useDeviceCount(): number | null {
  return useSessions().data?.items.length ?? null
}

/** Pages that the rows above or the bottom bar already lead to. */
const ELSEWHERE: readonly string[] = [
  ...bottomEntries.map(({ path }) => path),
  ...(['userPay', 'emailBind', 'speedMode'] as const).map((child) => userPath(child)),
]

function Groups({ onClose }: { onClose: () => void }) {
  const t = useWords('user')
  return useNavGroups()
    .map(withoutElsewhere)
    .filter(({ entries }) => entries.length > 0)
    .map(({ word, entries }) => (
      <List key={word} boxed label={t(word)}>
        {entries.map((entry) => (
          <ListRow key={entry.path} sign={entry.icon} name={t(entry.word)} to={entry.path} onPress={onClose} />
        ))}
      </List>
    ))
}

function withoutElsewhere(group: NavGroup): NavGroup {
  return { ...group, entries: group.entries.filter(({ path }) => !ELSEWHERE.includes(path)) }
}
