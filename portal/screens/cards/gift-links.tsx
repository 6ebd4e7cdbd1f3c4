import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { GiftLink } from '../../../contract/gifts.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { List, ListRow, Mark, RowPress } from '../../../ui/components/list.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { MoneyFailure } from '../../features/buying/money-done.tsx'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './card-list.module.css'
import { cardTones } from './card-row.tsx'
import { GiveSheet } from './give-sheet.tsx'
import { useGiftText } from './use-worth-text.ts'

/** Gifts for others: what was given, what came back, and a new one. */
export function GiftLinks() {
  const t = useWords('cards')
  const [isGiving, setGiving] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['gift-links'],
    queryFn: ({ pageParam }) => call(api.gifts.list, pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  return (
    <Card title={t('giveTitle')}>
      <p className="soft">{t('giveText')}</p>
      <div className={css.give}>
        <ActionButton tone="quiet" onClick={() => setGiving(true)}>
          {t('give')}
        </ActionButton>
      </div>
      <PagedList query={query} failed={t('giftsFailed')} bones={{ count: 1, height: 64 }} empty={null} more={t('more')}>
        {(links) => (
          <List label={t('given')}>
            {links.map((link) => (
              <LinkRow key={link.id} link={link} />
            ))}
          </List>
        )}
      </PagedList>
      <GiveSheet opened={isGiving} onClose={() => setGiving(false)} />
    </Card>
  )
}

const looks = { open: 'unused', used: 'redeemed', returned: 'expired' } as const
const words = { open: 'giftOpen', used: 'giftUsed', returned: 'giftReturned' } as const

function LinkRow({ link }: { link: GiftLink }) {
  const t = useWords('cards')
  const giftText = useGiftText()
  const amountText = useAmountText()
  const [asking, setAsking] = useState(false)
  const date = dateText(link.endedAt ?? link.expiresAt)
  return (
    <ListRow
      sign="gift"
      name={giftText(link)}
      mark={<Mark tone={cardTones[looks[link.state]]}>{t(words[link.state])}</Mark>}
      about={
        <>
          <span>{amountText(link.priceFen)}</span>
          <span>{t('lastFour', { four: link.lastFour })}</span>
          <span>{t(link.state === 'open' ? 'usableUntil' : 'giftEnded', { date })}</span>
        </>
      }
      end={
        link.state === 'open' ? (
          <RowPress
            label={`${t('takeBack')} ${giftText(link)} ${t('lastFour', { four: link.lastFour })}`}
            onPress={() => setAsking(true)}
          >
            {t('takeBack')}
          </RowPress>
        ) : null
      }
    >
      <TakeBack link={link} opened={asking} onClose={() => setAsking(false)} />
    </ListRow>
  )
}

function TakeBack({ link, opened, onClose }: { link: GiftLink; opened: boolean; onClose: () => void }) {
  const t = useWords('cards')
  const base = useWords('base')
  const amountText = useAmountText()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async () => {
    setBusy(true)
    try {
      await call(api.gifts.takeBack, { id: link.id })
      showMessage('success', t('tookBack', { amount: amountText(link.priceFen) }))
      onClose()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
    await Promise.all([queries.invalidateQueries({ queryKey: ['gift-links'] }), refreshAccount(queries)])
  }
  return (
    <Sheet opened={opened} onClose={onClose} title={t('takeBackAsk')} closeLabel={base('close')}>
      <div className="gap4">
        <p className="soft">{t('takeBackText', { amount: amountText(link.priceFen) })}</p>
        {error === null ? null : <MoneyFailure error={error} />}
        <ActionButton fill busy={busy} onClick={() => void send()}>
          {t('takeBack')}
        </ActionButton>
      </div>
    </Sheet>
  )
}
