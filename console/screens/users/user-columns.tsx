import { formatBytes } from '../../../contract/bytes.ts'
import type { ListedUser } from '../../../contract/console/users.ts'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { leftText, userLook } from '../../../ui/components/user-look.ts'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { UserState } from '../../features/user-state/user-state.tsx'
import type { Translate } from '../../words/words.ts'
import css from './users.module.css'

const DAY_MS = 86_400_000

export function userColumns(t: Translate<'users'>, states: Translate<'states'>): Column<ListedUser>[] {
  return [
    {
      key: 'name',
      label: t('name'),
      sort: 'name',
      card: 'title',
      render: ({ userName }) => <span className={css.name}>{userName}</span>,
    },
    { key: 'package', label: t('package'), card: 'under', render: ({ packageName }) => packageName },
    { key: 'state', label: t('state'), card: 'end', render: (user) => <UserState user={user} /> },
    { key: 'left', label: t('left'), sort: 'ends', card: 'under', render: (user) => leftOf(user, t, states) },
    {
      key: 'traffic',
      label: t('traffic'),
      width: 190,
      card: 'hidden',
      render: (user) => (user.totalBytes === 0 ? null : <Traffic user={user} />),
    },
    {
      key: 'balance',
      label: t('balance'),
      sort: 'balance',
      align: 'right',
      card: 'underEnd',
      render: ({ balanceFen }) => <Money fen={balanceFen} />,
    },
    {
      key: 'last',
      label: t('last'),
      card: 'hidden',
      render: ({ lastTrafficAt, hasConnected }) =>
        hasConnected ? (
          lastTrafficAt && <When at={lastTrafficAt} ago />
        ) : (
          <span className={css.soft}>{t('never')}</span>
        ),
    },
    { key: 'lines', label: t('lines'), card: 'hidden', render: (user) => linesText(user, t) },
    { key: 'email', label: t('email'), extra: true, render: ({ email }) => email ?? '—' },
    {
      key: 'created',
      label: t('created'),
      sort: 'created',
      extra: true,
      render: ({ createdAt }) => <When at={createdAt} />,
    },
    { key: 'inviter', label: t('inviter'), extra: true, render: ({ inviterId }) => inviterId ?? '—' },
    { key: 'id', label: t('id'), extra: true, render: ({ id }) => id },
  ]
}

/** The same days as the portal shows to the user. */
function leftOf(user: ListedUser, t: Translate<'users'>, states: Translate<'states'>): string | null {
  const { bankedSeconds } = user
  if (bankedSeconds > 0) return t('banked', { count: Math.floor((bankedSeconds * 1000) / DAY_MS) })
  const { left } = userLook(user, Date.now())
  if (left === null) return null
  return left.unit === 'days' ? t('days', { count: left.count }) : leftText(left, states)
}

function Traffic({ user: { usedBytes, totalBytes } }: { user: ListedUser }) {
  const percent = Math.round((usedBytes / totalBytes) * 100)
  return (
    <span className={css.traffic}>
      {usedText(usedBytes, totalBytes)}
      <ShareBar percent={percent} tone={percent >= 100 ? 'bad' : percent >= 85 ? 'warn' : 'brand'} />
    </span>
  )
}

const GB = 1024 ** 3

/** 86 / 300 GB: easy to compare. Plans below 10 GB show a unit for both numbers. */
function usedText(usedBytes: number, totalBytes: number): string {
  if (totalBytes < 10 * GB) return `${formatBytes(usedBytes)} / ${formatBytes(totalBytes)}`
  return `${Math.round(usedBytes / GB)} / ${Math.round(totalBytes / GB)} GB`
}

function linesText({ lines }: ListedUser, t: Translate<'users'>): string | null {
  const [first, second] = lines
  if (!first) return null
  if (lines.length === 1) return first.node
  return lines.length === 2
    ? `${first.node} · ${second!.node}`
    : t('moreLines', { name: first.node, count: lines.length })
}
