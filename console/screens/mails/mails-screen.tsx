import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { mailStates } from '../../../contract/console/choices.ts'
import type { MailListRow } from '../../../contract/console/machine.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import css from './mails.module.css'

const tones: Record<MailListRow['state'], StateTone> = { queued: 'busy', sent: 'good', failed: 'bad' }

/** Sent and failed mails with their recipients, never their content. */
export default function MailsScreen() {
  const t = useWords('machine')
  const mayWrite = useMay()('jobs.write')
  const list = useList(consoleApi.mails.list, { filters: ['state', 'resellerId'] })
  const [asked, setAsked] = useState<MailListRow | null>(null)
  const again = (row: MailListRow) =>
    row.canSend && mayWrite ? (
      <ActionButton tone="quiet" onClick={() => setAsked(row)}>
        {t('sendAgain')}
      </ActionButton>
    ) : null
  return (
    <>
      <p className={css.note}>{t('mailNote')}</p>
      <ListTable
        list={list}
        label={t('mails')}
        columns={columnsOf(t)}
        keyOf={(row) => row.mailId}
        action={again}
        filters={[
          {
            key: 'state',
            label: t('filterState'),
            kind: 'choice',
            options: mailStates.map((value) => ({ value, label: t(value) })),
          },
          { key: 'resellerId', label: t('filterReseller'), kind: 'number' },
        ]}
        presets={[
          { label: t('presetFailed'), filters: { state: 'failed' } },
          { label: t('presetQueued'), filters: { state: 'queued' } },
        ]}
        empty={{ topic: 'notice', title: t('mailsEmpty') }}
      />
      <ConfirmSheet
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('sendAsk')}
        button={t('sendAgain')}
        act={async () => {
          await call(consoleApi.mails.sendAgain, { mailId: asked!.mailId })
          showMessage('success', t('sentAgain'))
          list.retry()
        }}
      >
        {t('sendText', { subject: asked?.subject ?? '', to: asked?.to ?? '' })}
      </ConfirmSheet>
    </>
  )
}

function columnsOf(t: Translate<'machine'>): Column<MailListRow>[] {
  return [
    { key: 'subject', label: t('colSubject'), card: 'title', render: (row) => row.subject },
    {
      key: 'state',
      label: t('colState'),
      card: 'end',
      render: ({ state }) => <StateWord tone={tones[state]}>{t(state)}</StateWord>,
    },
    { key: 'to', label: t('colTo'), card: 'under', render: (row) => row.to },
    { key: 'reseller', label: t('colReseller'), align: 'right', card: 'hidden', render: (row) => row.resellerId },
    {
      key: 'made',
      label: t('colMade'),
      sort: 'createdAt',
      card: 'under',
      render: (row) => <When at={row.createdAt} />,
    },
    {
      key: 'sent',
      label: t('colSent'),
      card: 'hidden',
      render: (row) => (row.sentAt ? <When at={row.sentAt} /> : null),
    },
    {
      key: 'error',
      label: t('colError'),
      render: ({ error }) => (error === null ? null : <span className={css.error}>{error}</span>),
    },
  ]
}
