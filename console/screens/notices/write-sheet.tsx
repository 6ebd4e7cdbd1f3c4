import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { EditRoom, useProblems } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Checkbox, NumberInput, Select, TextInput, Textarea } from '../../features/form/fields.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import { MomentField } from '../../features/form/moment-field.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { audienceOf, EMPTY, inputOf, LANGUAGES, type Draft } from './notice-draft.ts'
import css from './notices.module.css'
import { Reading } from './reading.tsx'

type Props = { onClose: () => void; onDone: () => void }
type FieldProps = { draft: Draft; set: (part: Partial<Draft>) => void }

/** The editor on the left, the users' view on the right. The button says when the notice goes out. */
export function WriteSheet({ onClose, onDone }: Props) {
  const t = useWords('notices')
  const base = useWords('base')
  const { draft, setDraft, isBack, isChanged, forget } = useKeptDraft<Draft>('notice', EMPTY)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = useProblems()
  const say = useKeptWords()
  const set = setter(setDraft)
  async function publish(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await call(consoleApi.notices.publish, inputOf(draft))
      showMessage('success', t(draft.at === '' ? 'published' : 'scheduled'))
      forget()
      onDone()
      onClose()
    } catch (error) {
      setFailure(problems.refuse(error))
    } finally {
      setBusy(false)
    }
  }
  const { title, body } = draft.texts[draft.language]
  const isReady = draft.texts['zh-CN'].title.trim() !== '' && draft.texts['zh-CN'].body.trim() !== ''
  return (
    <EditSheet opened onClose={onClose} title={t('write')} closeLabel={base('close')} wide>
      <div className={css.sheet}>
        <div className={css.fields}>
          <EditRoom unsaved={isChanged} say={say} isSending={busy} problems={problems}>
            {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
            <Words draft={draft} set={set} />
            <To draft={draft} set={set} />
            <Times draft={draft} set={set} />
          </EditRoom>
        </div>
        <Reading title={title} body={body} audience={audienceOf(draft)} />
        <div className={css.end}>
          {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
          <ActionButton fill busy={busy} disabled={!isReady} onClick={() => void publish()}>
            {t(draft.at === '' ? 'publishNow' : 'publishLater')}
          </ActionButton>
        </div>
      </div>
    </EditSheet>
  )
}

const setter = (change: Dispatch<SetStateAction<Draft>>) => (part: Partial<Draft>) =>
  change((draft) => ({ ...draft, ...part }))

function Words({ draft, set }: FieldProps) {
  const t = useWords('notices')
  const { language, texts } = draft
  const change = (part: { title?: string; body?: string }) =>
    set({ texts: { ...texts, [language]: { ...texts[language], ...part } } })
  return (
    <>
      <Segments
        label={t('language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(value) => set({ language: value })}
      />
      {language === 'zh-CN' ? null : <p className={css.hint}>{t('otherLanguage')}</p>}
      <TextInput
        name="title"
        label={t('title')}
        maxLength={limits.noticeTitleMax}
        value={texts[language].title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        name="body"
        label={t('body')}
        description={t('bodyHint')}
        autosize
        minRows={6}
        maxRows={14}
        maxLength={limits.noticeBodyMax}
        value={texts[language].body}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
    </>
  )
}

function To({ draft: { to, packageId, days }, set }: FieldProps) {
  const t = useWords('notices')
  const packages = useQuery({
    queryKey: [consoleApi.notices.packages.path],
    queryFn: () => call(consoleApi.notices.packages, {}),
  })
  const options = (packages.data?.rows ?? []).map(({ packageId: value, name }) => ({ value, label: name }))
  return (
    <>
      <Segments
        label={t('to')}
        value={to}
        options={(['all', 'package', 'ending', 'expired'] as const).map((value) => ({
          value,
          label: t(`to_${value}`),
        }))}
        onChange={(value) => set({ to: value })}
      />
      {to === 'package' ? (
        <Select
          name="packageId"
          label={t('package')}
          data={options}
          value={packageId}
          allowDeselect={false}
          onChange={(value) => set({ packageId: value })}
        />
      ) : null}
      {to === 'ending' || to === 'expired' ? (
        <NumberInput
          name="days"
          label={t(to === 'ending' ? 'endingDays' : 'expiredDays')}
          value={days}
          min={1}
          max={90}
          allowDecimal={false}
          onChange={(value) => set({ days: Number(value) })}
        />
      ) : null}
    </>
  )
}

function Times({ draft, set }: FieldProps) {
  const t = useWords('notices')
  return (
    <>
      <div className={css.pair}>
        <MomentField
          name="publishAt"
          label={t('at')}
          hint={t('atHint')}
          value={draft.at}
          onChange={(at) => set({ at })}
        />
        <MomentField
          name="expiresAt"
          label={t('until')}
          hint={t('untilHint')}
          value={draft.until}
          onChange={(until) => set({ until })}
        />
      </div>
      <Checkbox
        name="isPinned"
        label={t('pin')}
        checked={draft.isPinned}
        onChange={(event) => set({ isPinned: event.currentTarget.checked })}
      />
    </>
  )
}
