import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
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
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const set = setter(setDraft)
  async function publish(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await call(consoleApi.notices.publish, inputOf(draft))
      showMessage('success', t(draft.at === '' ? 'published' : 'scheduled'))
      onDone()
      onClose()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const { title, body } = draft.texts[draft.language]
  const isReady = draft.texts['zh-CN'].title.trim() !== '' && draft.texts['zh-CN'].body.trim() !== ''
  return (
    <Sheet opened onClose={onClose} title={t('write')} closeLabel={base('close')} wide>
      <div className={css.sheet}>
        <div className={css.fields}>
          <Words draft={draft} set={set} />
          <To draft={draft} set={set} />
          <Times draft={draft} set={set} />
        </div>
        <Reading title={title} body={body} audience={audienceOf(draft)} />
        <div className={css.end}>
          {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
          <ActionButton fill busy={busy} disabled={!isReady} onClick={() => void publish()}>
            {t(draft.at === '' ? 'publishNow' : 'publishLater')}
          </ActionButton>
        </div>
      </div>
    </Sheet>
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
        label={t('title')}
        maxLength={limits.noticeTitleMax}
        value={texts[language].title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
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
          label={t('package')}
          data={options}
          value={packageId}
          allowDeselect={false}
          onChange={(value) => set({ packageId: value })}
        />
      ) : null}
      {to === 'ending' || to === 'expired' ? (
        <NumberInput
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
        <MomentField label={t('at')} hint={t('atHint')} value={draft.at} onChange={(at) => set({ at })} />
        <MomentField
          label={t('until')}
          hint={t('untilHint')}
          value={draft.until}
          onChange={(until) => set({ until })}
        />
      </div>
      <Checkbox
        label={t('pin')}
        checked={draft.isPinned}
        onChange={(event) => set({ isPinned: event.currentTarget.checked })}
      />
    </>
  )
}
