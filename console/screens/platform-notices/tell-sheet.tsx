import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { platformReaders } from '../../../contract/console/choices.ts'
import type { Language } from '../../../contract/languages.ts'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { typedMoment } from '../../../ui/words/date-text.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import { MomentField } from '../../features/form/moment-field.tsx'
import { NoticeTexts } from '../../features/form/notice-texts.tsx'
import { hasFirstText, NO_TEXTS, type NoticeText, textsInput } from '../../features/form/texts-input.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './platform-notices.module.css'

const PAUSE_MS = 250

/** Audience, text and start time; below, a preview as readers will see it. */
export function TellSheet({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useWords('platform-notices')
  const [to, setTo] = useState<(typeof platformReaders)[number]>('resellers')
  const [language, setLanguage] = useState<Language>('zh-CN')
  const { draft: texts, setDraft: setTexts, isBack, isChanged, forget } = useKeptDraft('platform-notice', NO_TEXTS)
  const say = useKeptWords()
  const [at, setAt] = useState('')
  async function publish(): Promise<void> {
    await call(consoleApi.platformNotices.publish, {
      to,
      ...textsInput(texts),
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
      disabled={!hasFirstText(texts)}
      act={publish}
    >
      <Segments
        label={t('to')}
        value={to}
        options={platformReaders.map((value) => ({ value, label: t(`to_${value}`) }))}
        onChange={setTo}
      />
      <p className={css.faint}>{t(`hint_${to}`)}</p>
      <EditRoom unsaved={isChanged} say={say}>
        {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
        <NoticeTexts texts={texts} language={language} onLanguage={setLanguage} onChange={setTexts} />
      </EditRoom>
      <MomentField name="publishAt" label={t('at')} hint={t('atHint')} value={at} onChange={setAt} />
      <Reading {...texts[language]} />
    </ConfirmSheet>
  )
}

function Reading({ title, body }: NoticeText) {
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
