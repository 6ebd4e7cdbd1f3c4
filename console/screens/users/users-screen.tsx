import { useState } from 'react'
import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { tickedMax } from '../../../contract/console/choices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { type BulkKind, bulkKinds } from '../../features/bulk/bulk-draft.ts'
import { BulkSheet } from '../../features/bulk/bulk-sheet.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import { useList } from '../../features/table/use-list.ts'
import { userFilterFields, userFilterKeys, userMoments, userPresets } from '../../features/user-filter/user-filters.ts'
import { exportUsers } from '../../features/user/export-users.ts'
import { useUserChoices } from '../../features/user/use-user-choices.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { CreateSheet } from './create-sheet.tsx'
import { userColumns } from './user-columns.tsx'

type BulkRequest = { kind: BulkKind; ids: readonly string[] | null; done: () => void }

/** All users: search, filter, and help one or many at once. */
export default function UsersScreen() {
  const t = useWords('users')
  const states = useWords('states')
  const may = useMay()
  const list = useList(consoleApi.users.list, { filters: userFilterKeys, toInput: userMoments })
  const choices = useUserChoices()
  const [creating, setCreating] = useState(false)
  const [bulk, setBulk] = useState<BulkRequest | null>(null)
  const { search, sort, filters } = list.state
  const narrowed = { ...(search === '' ? {} : { search }), ...userMoments(filters) }
  // The sheet itself offers traffic beside days, ending blocks, and taking tags away.
  const kinds = bulkKinds(may).filter(isTicked)
  const canBulk = kinds.length > 0
  return (
    <>
      <UserActions
        onExport={() => exportUsers({ ...narrowed, ...(sort ? { sort } : {}) })}
        onBulk={canBulk ? () => setBulk({ kind: kinds[0]!, ids: null, done: () => {} }) : null}
        onCreate={() => setCreating(true)}
      />
      <ListTable
        list={list}
        label={t('label')}
        columns={userColumns(t, states)}
        keyOf={({ id }) => String(id)}
        to={({ id }) => `/users/${id}`}
        search={t('search')}
        filters={userFilterFields(t, states, choices)}
        presets={userPresets(t)}
        views="users"
        empty={{ topic: 'people', title: t('empty'), text: t('emptyText') }}
        {...(canBulk || may('users.export') ? { bulk: actionsFor(kinds, setBulk) } : {})}
      />
      <CreateSheet opened={creating} onClose={() => setCreating(false)} />
      <BulkSheet
        opened={bulk !== null}
        kind={bulk?.kind ?? 'days'}
        selection={bulk?.ids ? { ids: bulk.ids.join(',') } : narrowed}
        onClose={() => setBulk(null)}
        onStarted={() => bulk?.done()}
      />
    </>
  )
}

/** The buttons above the list while users are ticked. */
function actionsFor(kinds: readonly TickedKind[], onBulk: (request: BulkRequest) => void) {
  return (ids: readonly string[], done: () => void) => (
    <TickedActions ids={ids} kinds={kinds} onBulk={(kind) => onBulk({ kind, ids, done })} />
  )
}

type TickedKind = Exclude<BulkKind, 'traffic' | 'unblock' | 'untag'>
const isTicked = (kind: BulkKind): kind is TickedKind => !['traffic', 'unblock', 'untag'].includes(kind)
type TickedProps = { ids: readonly string[]; kinds: readonly TickedKind[]; onBulk: (kind: TickedKind) => void }

/** What can be done with the ticked users. */
function TickedActions({ ids, kinds, onBulk }: TickedProps) {
  const t = useWords('users')
  const may = useMay()
  if (ids.length > tickedMax) return t('tooManyTicked', { count: tickedMax })
  const words = { days: t('giveDays'), notice: t('sendNotice'), block: t('block'), tag: t('tag') }
  return (
    <>
      {kinds.map((kind, at) => (
        <ActionButton
          key={kind}
          tone={at === 0 ? 'main' : kind === 'block' ? 'dangerQuiet' : 'quiet'}
          onClick={() => onBulk(kind)}
        >
          {words[kind]}
        </ActionButton>
      ))}
      {may('users.export') ? (
        <CsvButton load={() => call(consoleApi.users.exportTicked, { ids: ids.join(',') })} />
      ) : null}
    </>
  )
}

type ActionProps = { onExport: () => void; onBulk: (() => void) | null; onCreate: () => void }

function UserActions({ onExport, onBulk, onCreate }: ActionProps) {
  const t = useWords('users')
  const navigate = useNavigate()
  const may = useMay()
  return (
    <ScreenActions
      quiet={
        <>
          <ActionButton tone="quiet" onClick={() => void navigate('/users/renewals')}>
            {t('renewals')}
          </ActionButton>
          {may('users.export') ? (
            <ActionButton tone="quiet" icon="download" onClick={onExport}>
              {t('exportCsv')}
            </ActionButton>
          ) : null}
        </>
      }
    >
      {onBulk ? (
        <ActionButton tone="quiet" onClick={onBulk}>
          {t('bulkAll')}
        </ActionButton>
      ) : null}
      {may('users.write') ? (
        <ActionButton icon="plus" onClick={onCreate}>
          {t('createShort')}
        </ActionButton>
      ) : null}
    </ScreenActions>
  )
}
