import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'

import type { ShownUser } from '../../../contract/console/user.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import items from '../../features/show/item-rows.module.css'
import { moneyText } from '../../features/show/money.tsx'
import { UserState } from '../../features/user-state/user-state.tsx'
import { ActionsSheet } from '../../features/user/actions-sheet.tsx'
import { GiveSheet } from '../../features/user/give-sheet.tsx'
import { useUser } from '../../features/user/use-user.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { firstOffer } from './first-offer.ts'
import { Glance } from './glance.tsx'
import { HistoryList } from './history-list.tsx'
import { MoneyTab } from './money-tab.tsx'
import { PersonTab } from './person-tab.tsx'
import { SellSheet, useSellOffers } from './sell-sheet.tsx'
import { ServiceTab } from './service-tab.tsx'
import css from './user.module.css'

/** One user: service, money, identity, and all actions. */
export default function UserScreen() {
  const t = useWords('user')
  const id = Number(useParams()['id'])
  const query = useUser(id)
  useTitle(query.data?.userName ?? null)
  return (
    <div className="gap3">
      <Link className={items.soft} to="/users">
        ‹ {t('back')}
      </Link>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={4} height={120} />} bonesClass="gap3">
        {(user) => <Shown user={user} />}
      </Loaded>
    </div>
  )
}

const tabs = ['service', 'money', 'person', 'audit'] as const
type Tab = (typeof tabs)[number]
const words = { service: 'tabService', money: 'tabMoney', person: 'tabPerson', audit: 'tabAudit' } as const

function Shown({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const may = useMay()
  const [address, setAddress] = useSearchParams()
  const [open, setOpen] = useState<'nothing' | 'give' | 'sell' | 'actions'>('nothing')
  const shown = tabs.filter((tab) => tab !== 'audit' || may('audit.read'))
  const tab = shown.find((one) => one === address.get('tab')) ?? 'service'
  return (
    <>
      <ScreenActions>
        <ActionButton tone="quiet" onClick={() => setOpen('actions')}>
          {t('actions')}
        </ActionButton>
        {may('users.give') ? <MainButton user={user} onOpen={setOpen} /> : null}
      </ScreenActions>
      <div className={css.head}>
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
        </div>
        <div className={css.tabs}>
          <Segments<Tab>
            label={t('tabs')}
            options={shown.map((value) => ({ value, label: t(words[value]) }))}
            value={tab}
            onChange={(value) => setAddress(value === 'service' ? {} : { tab: value }, { replace: true })}
          />
        </div>
      </div>
      <Banners user={user} />
      <Glance user={user} />
      {tab === 'service' ? <ServiceTab user={user} /> : null}
      {tab === 'money' ? <MoneyTab user={user} /> : null}
      {tab === 'person' ? <PersonTab user={user} /> : null}
      {tab === 'audit' ? <HistoryList id={user.id} kind="audit" title={t('kindAudit')} /> : null}
      <SellSheet user={user} opened={open === 'sell'} onClose={() => setOpen('nothing')} />
      <GiveSheet user={user} opened={open === 'give'} onClose={() => setOpen('nothing')} />
      <ActionsSheet
        user={user}
        opened={open === 'actions'}
        other={firstOffer(user) === 'sell' ? 'give' : 'sell'}
        onOther={setOpen}
        onClose={() => setOpen('nothing')}
      />
    </>
  )
}

/** Offers a sale to a user without a plan, and a gift to a user with one. The other of the two is among the actions. */
function MainButton({ user, onOpen }: { user: ShownUser; onOpen: (what: 'give' | 'sell') => void }) {
  const t = useWords('user')
  const isWide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  const canSell = firstOffer(user) === 'sell' && user.blockedReason === null
  const offers = useSellOffers(user.id, canSell)
  const leastFen = Math.min(...(offers.data?.rows ?? []).map(({ costFen }) => costFen))
  if (!canSell) {
    return (
      <ActionButton icon="gift" onClick={() => onOpen('give')}>
        {t('give')}
      </ActionButton>
    )
  }
  return (
    <ActionButton icon="plus" onClick={() => onOpen('sell')}>
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
