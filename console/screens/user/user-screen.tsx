import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import items from '../../features/show/item-rows.module.css'
import { moneyText } from '../../features/show/money.tsx'
import { UserState } from '../../features/user-state/user-state.tsx'
import { ActionsSheet } from '../../features/user/actions-sheet.tsx'
import { AskedAction } from '../../features/user/asked-action.tsx'
import { GiveSheet } from '../../features/user/give-sheet.tsx'
import { MessageSheet } from '../../features/user/message-sheet.tsx'
import { useUser } from '../../features/user/use-user.ts'
import type { ActionName } from '../../features/user/user-actions.ts'
import { useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { Glance } from './glance.tsx'
import { type MainDeed, mainDeed } from './main-deed.ts'
import { NotesPart } from './notes-part.tsx'
import { PersonPart } from './person-part.tsx'
import { SellSheet, useSellOffers } from './sell-sheet.tsx'
import { ServicePart } from './service-part.tsx'
import { TagsLine } from './tags-line.tsx'
import { TimelinePart } from './timeline-part.tsx'
import { TrafficPart } from './traffic-part.tsx'
import { tutorialIn } from './tutorial-text.ts'
import css from './user.module.css'

/** One user on one page: the facts, what happened, and what helps now. */
export default function UserScreen() {
  const t = useWords('user')
  const id = Number(useParams()['id'])
  const query = useUser(id)
  useTitle(query.data?.userName ?? null)
  return (
    <div className="gap3">
      <Link className={items.back} to="/users">
        ‹ {t('back')}
      </Link>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={4} height={120} />} bonesClass="gap3">
        {(user) => <Shown user={user} />}
      </Loaded>
    </div>
  )
}

type Opened = 'nothing' | 'give' | 'sell' | 'actions' | 'tutorial'

/** The facts once, then what happened. On a phone who the user is stands last. */
function Shown({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const member = { may: useMay(), isOperator: useSession().scope === 'platform' }
  const [open, setOpen] = useState<Opened>('nothing')
  const [asked, setAsked] = useState<ActionName | null>(null)
  const deed = mainDeed(user, member)
  const close = () => setOpen('nothing')
  return (
    <>
      <ScreenActions>
        <ActionButton tone="quiet" onClick={() => setOpen('actions')}>
          {t('actions')}
        </ActionButton>
        {deed === null ? null : <MainButton user={user} deed={deed} onOpen={setOpen} onAsk={setAsked} />}
      </ScreenActions>
      <div className={css.who}>
        <UserState
          user={{
            ...user,
            locked: user.lockedAt !== null,
            expiresAt: user.package?.expiresAt ?? null,
            hasConnected: user.firstConnectedAt !== null,
          }}
        />
        <span className={items.soft}>
          ID {user.id} · {user.email ?? t('noEmail')}
        </span>
        <TagsLine user={user} />
      </div>
      <Banners user={user} />
      <Glance user={user} />
      <div className={css.page}>
        <div className={css.facts}>
          <ServicePart user={user} />
          <NotesPart user={user} />
          <div className={css.last}>
            <PersonPart user={user} />
          </div>
        </div>
        <div className={css.story}>
          <TimelinePart id={user.id} />
          <TrafficPart id={user.id} />
        </div>
      </div>
      <SellSheet user={user} opened={open === 'sell'} onClose={close} />
      <GiveSheet user={user} opened={open === 'give'} onClose={close} />
      {open === 'tutorial' ? <MessageSheet user={user} first={tutorialIn(user.language)} onClose={close} /> : null}
      <AskedAction name={asked} user={user} onClose={() => setAsked(null)} />
      <ActionsSheet
        user={user}
        opened={open === 'actions'}
        other={deed === 'sell' ? 'give' : 'sell'}
        onOther={setOpen}
        onClose={close}
      />
    </>
  )
}

type MainProps = {
  user: ShownUser
  deed: MainDeed
  onOpen: (what: Opened) => void
  onAsk: (what: ActionName) => void
}

/** The one thing that helps this user most now. The others are among the actions. */
function MainButton({ user, deed, onOpen, onAsk }: MainProps) {
  const t = useWords('user')
  switch (deed) {
    case 'sell':
      return <SellButton user={user} onOpen={() => onOpen('sell')} />
    case 'give':
      return (
        <ActionButton icon="gift" onClick={() => onOpen('give')}>
          {t('give')}
        </ActionButton>
      )
    case 'tutorial':
      return (
        <ActionButton icon="book" onClick={() => onOpen('tutorial')}>
          {t('sendTutorial')}
        </ActionButton>
      )
    default:
      return <ActionButton onClick={() => onAsk(deed)}>{t(deed)}</ActionButton>
  }
}

function SellButton({ user, onOpen }: { user: ShownUser; onOpen: () => void }) {
  const t = useWords('user')
  const isWide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  const offers = useSellOffers(user.id, true)
  const rows = offers.data?.rows ?? []
  const leastFen = Math.min(...rows.map(({ costFen }) => costFen))
  if (rows.some(({ action }) => action === 'renew')) {
    return (
      <ActionButton icon="refresh" onClick={onOpen}>
        {t('renew')}
      </ActionButton>
    )
  }
  return (
    <ActionButton icon="plus" onClick={onOpen}>
      {isWide && Number.isFinite(leastFen) ? t('sellFrom', { amount: moneyText(leastFen) }) : t('sell')}
    </ActionButton>
  )
}

/** What staff must know before they help this user. */
function Banners({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const { blockedReason, lockedAt, deleteAfter, helpedUntil, ownsAgency } = user
  return (
    <>
      {blockedReason === null ? null : <Callout tone="bad">{t('bannerBlocked', { reason: blockedReason })}</Callout>}
      {lockedAt === null ? null : <Callout tone="bad">{t('bannerLocked')}</Callout>}
      {deleteAfter === null ? null : (
        <Callout tone="info">{t('bannerLeaving', { until: recordText(deleteAfter) })}</Callout>
      )}
      {helpedUntil === null ? null : (
        <Callout tone="info">{t('bannerHelped', { until: recordText(helpedUntil) })}</Callout>
      )}
      {ownsAgency ? <Callout tone="info">{t('bannerAgency')}</Callout> : null}
    </>
  )
}
