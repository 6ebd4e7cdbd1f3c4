import type { ListedUser } from '../../../contract/console/users.ts'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { shareTone } from '../../../ui/components/share-tone.ts'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { Tags } from '../../features/tags/tags.tsx'
import { UserState } from '../../features/user-state/user-state.tsx'
import type { Translate } from '../../words/words.ts'
import { leftOf, linesText, usedText } from './user-figures.ts'
import css from './users.module.css'

export function userColumns(t: Translate<'users'>, states: Translate<'states'>): Column<ListedUser>[] {
  return [
    {
      key: 'name',
      label: t('name'),
      sort: 'name',
      card: 'title',
      render: ({ userName, tags }) => (
        <span className={css.named}>
          <span className={css.name}>{userName}</span>
          <Tags tags={tags} />
        </span>
      ),
    },
    { key: 'package', label: t('package'), card: 'under', render: ({ packageName }) => packageName },
    { key: 'state', label: t('state'), card: 'end', render: (user) => <UserState user={user} /> },
    {
      key: 'left',
      label: t('left'),
      sort: 'ends',
      card: 'under',
      render: (user) => leftOf(user, Date.now(), t, states),
    },
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

function Traffic({ user: { usedBytes, totalBytes } }: { user: ListedUser }) {
  const percent = Math.round((usedBytes / totalBytes) * 100)
  return (
    <span className={css.traffic}>
      {usedText(usedBytes, totalBytes)}
      <ShareBar percent={percent} tone={shareTone(usedBytes, totalBytes, 85)} />
    </span>
  )
}
