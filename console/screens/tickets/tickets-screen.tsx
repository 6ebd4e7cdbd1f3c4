import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { HandedTicket, TicketRow } from '../../../contract/console/tickets.ts'
import {
  ticketAssignees,
  ticketCategories,
  ticketHolders,
  ticketQueues,
  ticketStates,
} from '../../../contract/ticket-choices.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { resellerName } from '../../features/reseller/reseller-name.ts'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { officeAddress } from '../../session/office.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import css from './desk.module.css'
import { SuspectNote } from './suspect-box.tsx'
import { TemplatesPart } from './templates-part.tsx'
import { TicketState } from './ticket-looks.tsx'

const TEMPLATES = 'templates'

/** The queue, and what the team answers often. */
export default function TicketsScreen() {
  const t = useWords('tickets')
  const [address, setAddress] = useSearchParams()
  const tab = address.get('tab') === TEMPLATES ? TEMPLATES : 'tickets'
  return (
    <div className={css.page}>
      <div className={css.tabs}>
        <Segments
          label={t('tabs')}
          value={tab}
          options={[
            { value: 'tickets', label: t('list') },
            { value: TEMPLATES, label: t('templates') },
          ]}
          onChange={(value) => setAddress(value === TEMPLATES ? { tab: value } : {})}
        />
      </div>
      {tab === TEMPLATES ? <TemplatesPart /> : <Queue />}
    </div>
  )
}

/** The longest wait stands first. The platform's pages show what resellers handed over. */
function Queue() {
  return officeOf(useSession()) === null ? (
    <HandedList />
  ) : (
    <div className="gap3">
      <SuspectNote />
      <OfficeList />
    </div>
  )
}

function OfficeList() {
  const t = useWords('tickets')
  const session = useSession()
  // The server shows platform staff only what this reseller handed over: others may well be waiting.
  const isGuest = session.scope === 'platform' && officeOf(session)?.key !== 0
  const list = useList(consoleApi.tickets.list, { filters: ['state', 'category', 'holder', 'assignee'] })
  return (
    <ListTable
      list={list}
      label={t('list')}
      columns={columnsOf(t)}
      keyOf={(row) => String(row.ticketId)}
      to={(row) => `/tickets/${row.ticketId}`}
      search={t('search')}
      filters={[
        ...fieldsOf(t),
        {
          key: 'holder',
          label: t('holder'),
          kind: 'choice',
          options: ticketHolders.map((value) => ({ value, label: t(value) })),
        },
      ]}
      presets={presetsOf(t)}
      empty={{
        topic: 'calm',
        title: t(isGuest ? 'emptyGuest' : 'empty'),
        text: t(isGuest ? 'emptyGuestText' : 'emptyText'),
      }}
    />
  )
}

function HandedList() {
  const t = useWords('tickets')
  const list = useList(consoleApi.tickets.handed, { filters: ['state', 'category', 'assignee'] })
  return (
    <ListTable
      list={list}
      label={t('list')}
      columns={[...columnsOf(t), officeColumn(t)]}
      keyOf={(row) => String(row.ticketId)}
      action={toThread}
      search={t('searchHanded')}
      filters={fieldsOf(t)}
      presets={presetsOf(t)}
      empty={{ topic: 'calm', title: t('empty'), text: t('emptyHandedText') }}
    />
  )
}

const officeColumn = (t: Translate<'tickets'>): Column<HandedTicket> => ({
  key: 'office',
  label: t('office'),
  card: 'under',
  render: (row) =>
    resellerName({ resellerId: row.resellerId, title: row.resellerTitle }, t('unnamed', { number: row.resellerId })),
})

const toThread = (row: TicketRow) => <ThreadLink {...row} />

/** In the reseller's office, by a full page load: no data of this one stays. */
function ThreadLink({ resellerId, ticketId }: Pick<TicketRow, 'resellerId' | 'ticketId'>) {
  const t = useWords('tickets')
  return <a href={`${officeAddress(resellerId)}tickets/${ticketId}`}>{t('openIt')}</a>
}

function columnsOf(t: Translate<'tickets'>): Column<TicketRow>[] {
  return [
    { key: 'title', label: t('title'), card: 'title', render: (row) => row.title },
    { key: 'state', label: t('waitsFor'), card: 'end', render: (row) => <TicketState ticket={row} /> },
    {
      key: 'age',
      label: t('since'),
      sort: 'waitsSince',
      card: 'underEnd',
      render: (row) => <When at={row.waitsSince} ago />,
    },
    { key: 'user', label: t('user'), card: 'under', render: (row) => row.user.userName },
    { key: 'category', label: t('category'), card: 'under', render: (row) => t(row.category) },
    { key: 'assignee', label: t('worksOn'), card: 'under', render: (row) => row.assignee?.name ?? '—' },
    { key: 'number', label: t('number'), card: 'hidden', render: (row) => `#${row.ticketId}` },
  ]
}

const fieldsOf = (t: Translate<'tickets'>) => [
  {
    key: 'state',
    label: t('waitsFor'),
    kind: 'choice' as const,
    options: ticketQueues.map((value) => ({ value, label: t(value) })),
  },
  {
    key: 'category',
    label: t('category'),
    kind: 'choice' as const,
    options: ticketCategories.map((value) => ({ value, label: t(value) })),
  },
  {
    key: 'assignee',
    label: t('worksOn'),
    kind: 'choice' as const,
    options: ticketAssignees.map((value) => ({ value, label: t(value) })),
  },
]

const presetsOf = (t: Translate<'tickets'>) => [
  ...ticketStates.map((state) => ({ label: t(state), filters: { state } })),
  ...ticketAssignees.map((assignee) => ({ label: t(assignee), filters: { assignee } })),
]
