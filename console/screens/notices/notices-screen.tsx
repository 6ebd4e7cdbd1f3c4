import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { noticeStates } from '../../../contract/console/choices.ts'
import type { NoticeRow } from '../../../contract/console/notices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useOpening } from '../../features/screen/use-opening.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { ArticlesPart } from './articles-part.tsx'
import articlesCss from './articles.module.css'
import { canSendNow, canWithdraw } from './notice-actions.ts'
import css from './notices.module.css'
import { RemindersPart } from './reminders-part.tsx'
import { WriteSheet } from './write-sheet.tsx'

const TONES: Record<NoticeRow['state'], StateTone> = {
  live: 'good',
  waiting: 'busy',
  stopped: 'warn',
  over: 'off',
  withdrawn: 'off',
}
type Question = { row: NoticeRow; what: 'withdraw' | 'sendNow' }

const TABS = ['notices', 'articles', 'reminders'] as const

/** What users are told: notices when something happens, help articles when they ask, reminders before the end. */
export default function NoticesScreen() {
  const t = useWords('notices')
  const [address, setAddress] = useSearchParams()
  const mayWrite = useMay()('notices.write')
  const tabs = TABS.filter((one) => one !== 'reminders' || mayWrite)
  const tab = tabs.find((one) => one === address.get('tab')) ?? 'notices'
  return (
    <div className={articlesCss.page}>
      <div className={articlesCss.tabs}>
        <Segments
          label={t('tabs')}
          value={tab}
          options={tabs.map((value) => ({ value, label: t(value === 'notices' ? 'list' : value) }))}
          onChange={(value) => setAddress(value === 'notices' ? {} : { tab: value })}
        />
      </div>
      {tab === 'articles' ? <ArticlesPart /> : tab === 'reminders' ? <RemindersPart /> : <Notices />}
    </div>
  )
}

/** Notices to users, and how many have read each. */
function Notices() {
  const t = useWords('notices')
  const mayWrite = useMay()('notices.write')
  const list = useList(consoleApi.notices.list, { filters: ['state'] })
  const [isWriting, setWriting] = useOpening('writeNotice')
  const [asked, setAsked] = useState<Question | null>(null)
  const write = (
    <ActionButton icon="plus" onClick={() => setWriting(true)}>
      {t('write')}
    </ActionButton>
  )
  const again = list.retry
  return (
    <>
      {mayWrite ? <ScreenActions>{write}</ScreenActions> : null}
      <ListTable
        list={list}
        label={t('list')}
        columns={useColumns()}
        keyOf={(row) => String(row.noticeId)}
        filters={[
          {
            key: 'state',
            label: t('colState'),
            kind: 'choice',
            options: noticeStates.map((value) => ({ value, label: t(value) })),
          },
        ]}
        empty={{ topic: 'notice', title: t('empty'), text: t('emptyText') }}
        action={actionsOf(mayWrite ? setAsked : null)}
      />
      {isWriting ? <WriteSheet onClose={() => setWriting(false)} onDone={again} /> : null}
      {asked ? <NoticeQuestion asked={asked} onClose={() => setAsked(null)} onDone={again} /> : null}
    </>
  )
}

/** Actions of a row; none for members who may only read. */
const actionsOf = (onAsk: ((asked: Question) => void) | null) => (row: NoticeRow) =>
  onAsk && <Actions row={row} onAsk={onAsk} />

function Actions({ row, onAsk }: { row: NoticeRow; onAsk: (asked: Question) => void }) {
  const t = useWords('notices')
  const { state } = row
  return (
    <span className={css.actions}>
      {canSendNow(state) ? (
        <button type="button" className={css.link} onClick={() => onAsk({ row, what: 'sendNow' })}>
          {t('sendNow')}
        </button>
      ) : null}
      {canWithdraw(state) ? (
        <button type="button" className={css.quiet} onClick={() => onAsk({ row, what: 'withdraw' })}>
          {t('withdraw')}
        </button>
      ) : null}
    </span>
  )
}

function NoticeQuestion({ asked, onClose, onDone }: { asked: Question; onClose: () => void; onDone: () => void }) {
  const t = useWords('notices')
  const { row, what } = asked
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(`${what}Title`, { title: row.title })}
      button={t(what)}
      tone={what === 'withdraw' ? 'danger' : 'main'}
      isFinal={what === 'withdraw'}
      act={async () => {
        await call(consoleApi.notices[what], { noticeId: row.noticeId })
        showMessage('success', t(`${what}Done`))
        onDone()
      }}
    >
      <p>{t(`${what}Text`)}</p>
    </ConfirmSheet>
  )
}

function useColumns(): Column<NoticeRow>[] {
  const t = useWords('notices')
  const audience = (row: NoticeRow) => {
    if (row.isChosen) return t('toChosen')
    if (row.audience.kind === 'package') return t('toPackage', { name: row.packageName ?? '' })
    if (row.audience.kind === 'all') return t('toAll')
    return t(row.audience.kind === 'ending' ? 'toEnding' : 'toExpired', { days: row.audience.days })
  }
  return [
    {
      key: 'title',
      label: t('colTitle'),
      card: 'title',
      render: (row) => (
        <span className={css.name}>
          {row.title}
          {row.isPinned ? <Tag>{t('pinned')}</Tag> : null}
          {row.languages.length > 1 ? <Tag>{t('languages', { count: row.languages.length })}</Tag> : null}
        </span>
      ),
    },
    { key: 'to', label: t('colTo'), card: 'under', render: audience },
    {
      key: 'read',
      label: t('colRead'),
      align: 'right',
      card: 'underEnd',
      render: ({ readCount, toCount }) => {
        if (readCount === null) return '—'
        return toCount === null ? t('read', { count: readCount }) : t('readOf', { count: readCount, of: toCount })
      },
    },
    {
      key: 'at',
      label: t('colAt'),
      sort: 'publishedAt',
      card: 'under',
      render: (row) => <When at={row.publishedAt} />,
    },
    { key: 'expires', label: t('colExpires'), extra: true, render: (row) => <When at={row.expiresAt} /> },
    {
      key: 'state',
      label: t('colState'),
      card: 'end',
      render: ({ state }) => <StateWord tone={TONES[state]}>{t(state)}</StateWord>,
    },
  ]
}
