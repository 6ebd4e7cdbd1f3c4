import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ReminderText } from '../../../contract/console/reminder-texts.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './articles.module.css'

const ReminderSheet = lazy(() => loadChunk(() => import('./reminder-sheet.tsx')))
const { reminderTexts } = consoleApi

type Doing = { what: 'write' | 'reset'; row: ReminderText }

/** What users of each plan are told before its end. */
export function RemindersPart() {
  const t = useWords('notices')
  const [doing, setDoing] = useState<Doing | null>(null)
  const query = useQuery({ queryKey: [reminderTexts.list.path], queryFn: () => call(reminderTexts.list, {}) })
  const onClose = () => setDoing(null)
  const onDone = () => void query.refetch()
  return (
    <>
      <Loaded query={query} failed={t('remindersFailed')} card={t('reminders')} bones={<Bones count={4} height={56} />}>
        {({ rows }) => (
          <Section title={t('reminders')} text={t('remindersText')}>
            <ul>
              {rows.map((row) => (
                <Row key={row.packageId} row={row} onDo={setDoing} />
              ))}
            </ul>
          </Section>
        )}
      </Loaded>
      {doing?.what === 'write' ? (
        <Suspense>
          <ReminderSheet row={doing.row} onClose={onClose} onDone={onDone} />
        </Suspense>
      ) : null}
      {doing?.what === 'reset' ? (
        <ConfirmSheet
          opened
          onClose={onClose}
          title={t('resetTitle', { title: doing.row.packageName })}
          button={t('resetArticle')}
          act={async () => {
            await call(reminderTexts.reset, { packageId: doing.row.packageId })
            showMessage('success', t('resetDone'))
            onDone()
          }}
        >
          <p>{t('reminderResetText')}</p>
        </ConfirmSheet>
      ) : null}
    </>
  )
}

function Row({ row, onDo }: { row: ReminderText; onDo: (doing: Doing) => void }) {
  const t = useWords('notices')
  const { packageName, own } = row
  const coupon = own?.coupon
  return (
    <li className={css.row}>
      <div className={css.facts}>
        <span className={css.name}>
          {packageName}
          {own ? <Tag>{t('own')}</Tag> : null}
          {coupon ? (
            <Tag>{t(coupon.isValid ? 'reminderCoupon' : 'reminderCouponOver', { code: coupon.code })}</Tag>
          ) : null}
        </span>
        <span className={css.answers}>{own ? own.body : t('reminderOurs')}</span>
      </div>
      <span className={css.actions}>
        {own ? (
          <TextButton
            tone="quiet"
            label={`${t('resetArticle')}: ${packageName}`}
            onClick={() => onDo({ what: 'reset', row })}
          >
            {t('resetArticle')}
          </TextButton>
        ) : null}
        <TextButton label={`${t('editArticle')}: ${packageName}`} onClick={() => onDo({ what: 'write', row })}>
          {t('editArticle')}
        </TextButton>
      </span>
    </li>
  )
}
