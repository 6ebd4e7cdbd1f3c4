import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { platformReaders } from '../../../contract/console/choices.ts'
import { limits } from '../../../contract/limits.ts'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { typedMoment } from '../../../ui/words/date-text.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { TextInput, Textarea } from '../../features/form/fields.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import { MomentField } from '../../features/form/moment-field.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './platform-notices.module.css'

const LANGUAGES = ['zh-CN', 'zh-TW', 'en'] as const
const PAUSE_MS = 250
type Text = { title: string; body: string }
const none: Text = { title: '', body: '' }
const EMPTY = { 'zh-CN': none, 'zh-TW': none, en: none }

/** Audience, text and start time; below, a preview as readers will see it. */
export function TellSheet({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useWords('platform-notices')
  const [to, setTo] = useState<(typeof platformReaders)[number]>('resellers')
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('zh-CN')
  const { draft: texts, setDraft: setTexts, isBack, isChanged, forget } = useKeptDraft('platform-notice', EMPTY)
  const say = useKeptWords()
  const [at, setAt] = useState('')
  const change = (part: Partial<Text>) => setTexts({ ...texts, [language]: { ...texts[language], ...part } })
  const first = texts['zh-CN']
  const isThere = ({ title, body }: Text) => title.trim() !== '' || body.trim() !== ''
  async function publish(): Promise<void> {
    await call(consoleApi.platformNotices.publish, {
      to,
      ...first,
      ...(isThere(texts['zh-TW']) ? { 'zh-TW': texts['zh-TW'] } : {}),
      ...(isThere(texts.en) ? { en: texts.en } : {}),
      ...(at === '' ? {} : { publishAt: typedMoment(at) }),
    })
    showMessage('success', t(at === '' ? 'published' : 'scheduled'))
    forget()
    onDone()
  }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('write')}
      button={t(`go_${to}`)}
      disabled={first.title.trim() === '' || first.body.trim() === ''}
      act={publish}
    >
      <Segments
        label={t('to')}
        value={to}
        options={platformReaders.map((value) => ({ value, label: t(`to_${value}`) }))}
        onChange={setTo}
      />
      <p className={css.faint}>{t(`hint_${to}`)}</p>
      <Segments
        label={t('language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
        onChange={setLanguage}
      />
      <EditRoom unsaved={isChanged} say={say}>
        {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
        <TextInput
          name="title"
          label={t('titleField')}
          maxLength={limits.noticeTitleMax}
          value={texts[language].title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          name="body"
          label={t('body')}
          description={t('bodyHint')}
          autosize
          minRows={5}
          maxRows={12}
          maxLength={limits.noticeBodyMax}
          value={texts[language].body}
          onChange={(event) => change({ body: event.currentTarget.value })}
        />
      </EditRoom>
      <MomentField name="publishAt" label={t('at')} hint={t('atHint')} value={at} onChange={setAt} />
      <Reading {...texts[language]} />
    </ConfirmSheet>
  )
}

function Reading({ title, body }: Text) {
  const t = useWords('platform-notices')
  const [asked] = useDebouncedValue(body, PAUSE_MS)
  const { data } = useQuery({
    queryKey: [consoleApi.platformNotices.preview.path, asked],
    queryFn: () => call(consoleApi.platformNotices.preview, { body: asked }, { quiet: true }),
    placeholderData: (before) => before,
  })
  return (
    <section className={css.reading} aria-label={t('preview')} onClickCapture={(event) => event.preventDefault()}>
      <h3 className={css.readingTitle}>{title.trim() === '' ? t('preview') : title}</h3>
      {data && data.blocks.length > 0 ? <NoticeBody blocks={data.blocks} onLeave={() => {}} /> : null}
    </section>
  )
}
