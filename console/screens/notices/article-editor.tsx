import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ArticleRow } from '../../../contract/console/articles.ts'
import type { Language } from '../../../contract/languages.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { EditRoom, useProblems } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { TextInput } from '../../features/form/fields.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import { NoticeTexts } from '../../features/form/notice-texts.tsx'
import { hasFirstText, NO_TEXTS, textsInput, type NoticeTextsOf } from '../../features/form/texts-input.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './notices.module.css'

type Written = Static<typeof consoleApi.articles.show.output>
type Draft = { texts: NoticeTextsOf; words: string }
type Props = { row: ArticleRow | null; onClose: () => void; onDone: () => void }

const EMPTY: Draft = { texts: NO_TEXTS, words: '' }
const PREVIEW_PAUSE_MS = 250
const WORDS_MAX = 300

/** An article as it is written on the left, as users read it on the right. */
export function ArticleEditor({ row, onClose, onDone }: Props) {
  const t = useWords('notices')
  const base = useWords('base')
  return (
    <EditSheet opened onClose={onClose} title={row ? row.title : t('writeArticle')} closeLabel={base('close')} wide>
      {row ? (
        <Present articleId={row.articleId} onClose={onClose} onDone={onDone} />
      ) : (
        <Editor articleId={null} written={EMPTY} onClose={onClose} onDone={onDone} />
      )}
    </EditSheet>
  )
}

type PartProps = Pick<Props, 'onClose' | 'onDone'>

function Present({ articleId, ...rest }: PartProps & { articleId: string }) {
  const t = useWords('notices')
  const query = useQuery({
    queryKey: [consoleApi.articles.show.path, articleId],
    queryFn: () => call(consoleApi.articles.show, { articleId }),
    // What is typed must not be compared with what another member saved meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const written = useMemo(() => query.data && draftOf(query.data), [query.data])
  return (
    <Loaded query={query} failed={t('articlesFailed')} card={t('articles')} bones={<Bones count={3} height={80} />}>
      {() => (written ? <Editor articleId={articleId} written={written} {...rest} /> : null)}
    </Loaded>
  )
}

function draftOf({ title, body, words, ...others }: Written): Draft {
  const none = NO_TEXTS.en
  return { texts: { 'zh-CN': { title, body }, 'zh-TW': others['zh-TW'] ?? none, en: others.en ?? none }, words }
}

function Editor({ articleId, written, onClose, onDone }: PartProps & { articleId: string | null; written: Draft }) {
  const t = useWords('notices')
  const { draft, setDraft, isBack, isChanged, forget } = useKeptDraft<Draft>(`article ${articleId ?? ''}`, written)
  const [language, setLanguage] = useState<Language>('zh-CN')
  const { busy, failure, problems, save } = useSave(articleId, draft, () => {
    forget()
    onDone()
    onClose()
  })
  return (
    <div className={css.sheet}>
      <div className={css.fields}>
        <EditRoom unsaved={isChanged} say={useKeptWords()} isSending={busy} problems={problems}>
          {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
          <NoticeTexts
            texts={draft.texts}
            language={language}
            onLanguage={setLanguage}
            onChange={(texts) => setDraft((before) => ({ ...before, texts }))}
          />
          <p className={css.hint}>{t('placeholders', { brand: '{{brand}}', balance: '{{balance}}' })}</p>
          <TextInput
            name="words"
            label={t('words')}
            description={t('wordsHint')}
            maxLength={WORDS_MAX}
            value={draft.words}
            onChange={(event) => {
              const words = event.currentTarget.value
              setDraft((before) => ({ ...before, words }))
            }}
          />
        </EditRoom>
      </div>
      <ArticleReading {...draft.texts[language]} />
      <div className={css.end}>
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton fill busy={busy} disabled={!hasFirstText(draft.texts) || !isChanged} onClick={() => void save()}>
          {t('saveArticle')}
        </ActionButton>
      </div>
    </div>
  )
}

function useSave(articleId: string | null, draft: Draft, onSaved: () => void) {
  const t = useWords('notices')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = useProblems()
  async function save(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      const wish = { ...textsInput(draft.texts), words: draft.words }
      await call(consoleApi.articles.save, articleId === null ? wish : { articleId, ...wish })
      showMessage('success', t('articleSaved'))
      onSaved()
    } catch (error) {
      setFailure(problems.refuse(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, problems, save }
}

/** The text as blocks made by the server, with the brand filled in. Links are shown but do not work. */
function ArticleReading({ title, body }: { title: string; body: string }) {
  const t = useWords('notices')
  const [asked] = useDebouncedValue({ title, body }, PREVIEW_PAUSE_MS)
  const { data } = useQuery({
    queryKey: [consoleApi.articles.preview.path, asked],
    queryFn: () => call(consoleApi.articles.preview, asked, { quiet: true }),
    placeholderData: (before) => before,
  })
  return (
    <section className={css.reading} aria-label={t('preview')}>
      <p className={css.hint}>{t('preview')}</p>
      <h3 className={css.readingTitle}>{data?.title.trim() ? data.title : t('titleHere')}</h3>
      <div onClickCapture={(event) => event.preventDefault()}>
        {data && data.blocks.length > 0 ? (
          <NoticeBody blocks={data.blocks} onLeave={() => {}} />
        ) : (
          <p className={css.hint}>{t('bodyHere')}</p>
        )}
      </div>
    </section>
  )
}
