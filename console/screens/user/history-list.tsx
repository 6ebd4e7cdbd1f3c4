import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { HistoryKind, HistoryRow } from '../../../contract/console/user.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { useActionName } from '../../features/audit/use-action-name.ts'
import { useEntryText } from '../../features/audit/use-entry-text.ts'
import items from '../../features/show/item-rows.module.css'
import { Money, moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import css from './user.module.css'

/** Codes of the server that have words. */
const KNOWN = [
  'new',
  'renew',
  'upgrade',
  'pack',
  'agency',
  'pending',
  'paid',
  'cancelled',
  'expired',
  'refunded',
  'closed',
  'user',
  'topup',
  'late_payment',
  'sale',
  'order_hold',
  'order_release',
  'refund',
  'card_redeem',
  'commission_to_balance',
  'waiver',
  'adjustment',
  'import',
  'reversal',
  'gift',
  'gift_link',
  'gift_back',
  'days',
  'traffic',
  'balance',
  'package',
  'unused',
  'redeemed',
  'void',
  'own_device',
  'same_address',
] as const
/** They lead somewhere and say nothing by themselves. */
const LINKED = new Set(['accountId', 'orderId', 'bulkId'])
const isKnown = (word: string): word is (typeof KNOWN)[number] => (KNOWN as readonly string[]).includes(word)

/** One kind of event, the newest first, more on demand. */
export function HistoryList({ id, kind, title }: { id: number; kind: HistoryKind; title: string }) {
  const t = useWords('user')
  const query = useInfiniteQuery({
    queryKey: [consoleApi.user.history.path, id, kind],
    queryFn: ({ pageParam }) =>
      call(consoleApi.user.history, { id, kind, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  return (
    <Section title={title}>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={3} height={44} />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0) return <p className={items.soft}>{t('nothing')}</p>
          return (
            <ul className={items.list}>
              {rows.map((row) => (
                <Entry key={row.id} row={row} kind={kind} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {query.hasNextPage ? (
        <ActionButton tone="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </ActionButton>
      ) : null}
    </Section>
  )
}

function Entry({ row, kind }: { row: HistoryRow; kind: HistoryKind }) {
  const t = useWords('user')
  const { what, state, amountFen, balanceFen, who, at } = row
  const path = usePath(row, kind)
  const nameOf = useActionName()
  const entryText = useEntryText()
  const say = (word: string) => (isKnown(word) ? t(`w_${word}`) : word)
  return (
    <li className={items.line}>
      <span className={items.words}>
        <span>
          {kind === 'audit' ? nameOf(what) : <To path={path}>{kind === 'invited' ? (who ?? '') : say(what)}</To>}
          {state ? <span className={items.soft}> · {say(state)}</span> : null}
        </span>
        <span className={items.soft}>{kind === 'audit' ? auditText(row, entryText()) : aboutText(row, kind, t)}</span>
      </span>
      <span className={css.end}>
        {amountFen === null ? null : <Money fen={amountFen} isEntry={kind === 'ledger'} />}
        {balanceFen === null ? null : (
          <span className={items.soft}>{t('after', { amount: moneyText(balanceFen) })}</span>
        )}
        <span className={items.soft}>
          <When at={at} />
        </span>
      </span>
    </li>
  )
}

function To({ path, children }: { path: string | null; children: string }) {
  return path === null ? children : <Link to={path}>{children}</Link>
}

/** Where an event can be looked at: its order, its payment, the bulk run that gave it, or the invited user. */
function usePath({ id, detail }: HistoryRow, kind: HistoryKind): string | null {
  const may = useMay()
  const { accountId, orderId, bulkId } = detail
  if (kind === 'orders') return `/orders/${id}`
  if (kind === 'payments') return `/payments/${id}`
  if (kind === 'invited') return accountId ? `/users/${accountId}` : null
  if (orderId && may('orders.read')) return `/orders/${orderId}`
  return bulkId && may('bulk.run') ? `/bulk/${bulkId}` : null
}

/** In the words of the audit's own screen. */
function auditText({ detail, who }: HistoryRow, { factsOf, thingOf }: ReturnType<ReturnType<typeof useEntryText>>) {
  const set = Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null))
  const facts = factsOf(set).map(({ name, value }) => `${name} ${value}`)
  return [...facts, ...(who === null ? [] : [thingOf(who)])].join(' · ')
}

/** The details beside the amount, in one line. */
function aboutText({ detail, who }: HistoryRow, kind: HistoryKind, t: Translate<'user'>): string {
  const told = Object.entries(detail).flatMap(([name, value]) => {
    if (value === null || value === 0 || value === false || LINKED.has(name)) return []
    if (name === 'days') return [t('daysCount', { count: Number(value) })]
    if (name === 'paidBy' || name === 'period' || name === 'channel') return []
    if (name === 'trafficBytes') return [formatBytes(Number(value))]
    if (name === 'refundedFen') return [`${t('w_refunded')} ${moneyText(Number(value))}`]
    if (name.endsWith('Fen')) return []
    return [String(value)]
  })
  return [...told, ...(who !== null && kind !== 'invited' ? [who] : [])].join(' · ')
}
