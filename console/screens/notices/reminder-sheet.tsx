import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ReminderText } from '../../../contract/console/reminder-texts.ts'
import { LANGUAGES, type Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Select, Textarea } from '../../features/form/fields.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './notices.module.css'
import { draftOf, inputOf, sampleOf } from './reminder-draft.ts'
import { ToMe } from './to-me.tsx'

const { reminderTexts, prices } = consoleApi
const PREVIEW_PAUSE_MS = 250

type Props = { row: ReminderText; onClose: () => void; onDone: () => void }

/** Own words on the left, the reminder as users read it beside them. */
export default function ReminderSheet({ row, onClose, onDone }: Props) {
  const base = useWords('base')
  return (
    <EditSheet opened onClose={onClose} title={row.packageName} closeLabel={base('close')} wide>
      <Editor row={row} onClose={onClose} onDone={onDone} />
    </EditSheet>
  )
}

function Editor({ row, onClose, onDone }: Props) {
  const t = useWords('notices')
  const { packageId } = row
  const [written] = useState(() => draftOf(row.own))
  const { draft, setDraft, isBack, isChanged, forget } = useKeptDraft(`reminder ${packageId}`, written)
  const [language, setLanguage] = useState<Language>('zh-CN')
  const [failed, setFailed] = useState<string | null>(null)
  const { busy, failure, run, room } = useRun()
  const isEmpty = draft['zh-CN'].trim() === ''
  const sample = sampleOf(packageId, draft, language)
  const save = () =>
    run(async () => {
      await call(reminderTexts.save, inputOf(packageId, draft))
      forget()
      showMessage('success', t('reminderSaved'))
      onDone()
      onClose()
    })
  return (
    <div className={css.sheet}>
      <div className={css.fields}>
        <EditRoom unsaved={isChanged} say={useKeptWords()} {...room}>
          {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
          <Segments
            label={t('language')}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
            onChange={setLanguage}
          />
          {language === 'zh-CN' ? null : <p className={css.hint}>{t('otherLanguage')}</p>}
          <Textarea
            key={language}
            name="body"
            label={t('reminderBody')}
            description={t('reminderBodyHint')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={limits.reminderTextMax}
            value={draft[language]}
            onChange={(event) => {
              const text = event.currentTarget.value
              setDraft((before) => ({ ...before, [language]: text }))
            }}
          />
          <CouponChoice
            row={row}
            value={draft.coupon}
            onChange={(coupon) => setDraft((before) => ({ ...before, coupon }))}
          />
        </EditRoom>
      </div>
      <Reading sample={sample} />
      <div className={css.end}>
        {(failure ?? failed) === null ? null : <Callout tone="bad">{failure ?? failed}</Callout>}
        <div className={css.goRow}>
          <ToMe
            disabled={isEmpty}
            send={() => call(reminderTexts.sendToMe, { ...sample, body: sample.body ?? '' })}
            onFail={(error) => setFailed(failureText(error))}
          />
          <ActionButton fill busy={busy} disabled={isEmpty || !isChanged} onClick={() => void save()}>
            {t('reminderSave')}
          </ActionButton>
        </div>
      </div>
    </div>
  )
}

type ChoiceProps = { row: ReminderText; value: string | null; onChange: (code: string | null) => void }

/** Coupons that every user may use for this plan. Who may not read prices sees only the one that is set. */
function CouponChoice({ row, value, onChange }: ChoiceProps) {
  const t = useWords('notices')
  const mayRead = useMay()('prices.read')
  const { data } = useQuery({
    queryKey: [prices.coupons.path],
    queryFn: () => call(prices.coupons, {}),
    enabled: mayRead,
  })
  const open = (data?.rows ?? []).filter(
    ({ userName, packageName }) => userName === null && (packageName === null || packageName === row.packageName),
  )
  const codes = [...new Set([...open.map(({ code }) => code), ...(value === null ? [] : [value])])]
  return (
    <Select
      name="coupon"
      label={t('reminderCouponLabel')}
      placeholder={t('reminderNoCoupon')}
      data={codes.map((code) => ({ value: code, label: code }))}
      value={value}
      clearable
      onChange={onChange}
    />
  )
}

/** Made by the server, three days before the end. */
function Reading({ sample }: { sample: ReturnType<typeof sampleOf> }) {
  const t = useWords('notices')
  const [asked] = useDebouncedValue(sample, PREVIEW_PAUSE_MS)
  const { data } = useQuery({
    queryKey: [reminderTexts.preview.path, asked],
    queryFn: () => call(reminderTexts.preview, asked, { quiet: true }),
    placeholderData: (before) => before,
  })
  return (
    <section className={css.reading} aria-label={t('preview')}>
      <p className={css.hint}>{t('reminderReading')}</p>
      <h3 className={css.readingTitle}>{data?.title}</h3>
      <p className={css.readingText}>{data?.lines.join('\n\n')}</p>
      {data ? <p className={css.fakeButton}>{data.button}</p> : null}
    </section>
  )
}
