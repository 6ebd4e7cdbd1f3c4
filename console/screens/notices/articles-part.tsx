import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ArticleRow } from '../../../contract/console/articles.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { ArticleEditor } from './article-editor.tsx'
import css from './articles.module.css'

type Doing = { what: 'write'; row: ArticleRow | null } | { what: 'reset' | 'remove'; row: ArticleRow }
type Act = { onDo: (doing: Doing) => void; onHide: (row: ArticleRow) => void }

/** What users read on the help page and while they write to support. */
export function ArticlesPart() {
  const t = useWords('notices')
  const mayWrite = useMay()('notices.write')
  const [doing, setDoing] = useState<Doing | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.articles.list.path],
    queryFn: () => call(consoleApi.articles.list, {}),
  })
  const onClose = () => setDoing(null)
  const onDone = () => void query.refetch()
  const act: Act = {
    onDo: setDoing,
    onHide: (row) => void toggleHidden(row, t(row.isHidden ? 'shown' : 'hidden'), onDone),
  }
  return (
    <>
      {mayWrite && query.data?.mayAdd ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setDoing({ what: 'write', row: null })}>
            {t('writeArticle')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Loaded query={query} failed={t('articlesFailed')} card={t('articles')} bones={<Bones count={10} height={56} />}>
        {({ rows }) => (
          <Section title={t('articles')} text={t('articlesText')}>
            <ul>
              {rows.map((row) => (
                <Row key={row.articleId} row={row} act={mayWrite ? act : null} />
              ))}
            </ul>
          </Section>
        )}
      </Loaded>
      {doing?.what === 'write' ? <ArticleEditor row={doing.row} onClose={onClose} onDone={onDone} /> : null}
      {doing?.what === 'reset' || doing?.what === 'remove' ? (
        <ArticleQuestion what={doing.what} row={doing.row} onClose={onClose} onDone={onDone} />
      ) : null}
    </>
  )
}

async function toggleHidden({ articleId, isHidden }: ArticleRow, done: string, onDone: () => void): Promise<void> {
  try {
    await call(consoleApi.articles.hide, { articleId, isHidden: !isHidden })
    showMessage('success', done)
    onDone()
  } catch (error) {
    showMessage('error', failureText(error))
  }
}

function Row({ row, act }: { row: ArticleRow; act: Act | null }) {
  const t = useWords('notices')
  const { title, origin, isHidden, helpedCount, unhelpedCount } = row
  const answers = helpedCount + unhelpedCount
  return (
    <li className={css.row} data-off={isHidden}>
      <div className={css.facts}>
        <span className={css.name}>
          {title}
          {origin === 'default' ? null : <Tag>{t(origin)}</Tag>}
          {isHidden ? <StateWord tone="off">{t('hidden')}</StateWord> : null}
        </span>
        <span className={css.answers}>
          {answers === 0 ? t('noAnswers') : t('answers', { helped: helpedCount, unhelped: unhelpedCount })}
        </span>
      </div>
      {act ? <RowActions row={row} act={act} /> : null}
    </li>
  )
}

function RowActions({ row, act }: { row: ArticleRow; act: Act }) {
  const t = useWords('notices')
  const named = (word: string) => `${word}: ${row.title}`
  const hide = t(row.isHidden ? 'showArticle' : 'hideArticle')
  return (
    <span className={css.actions}>
      {row.origin === 'changed' ? (
        <TextButton tone="quiet" label={named(t('resetArticle'))} onClick={() => act.onDo({ what: 'reset', row })}>
          {t('resetArticle')}
        </TextButton>
      ) : null}
      {row.origin === 'own' ? (
        <TextButton tone="quiet" label={named(t('removeArticle'))} onClick={() => act.onDo({ what: 'remove', row })}>
          {t('removeArticle')}
        </TextButton>
      ) : null}
      <TextButton tone="quiet" label={named(hide)} onClick={() => act.onHide(row)}>
        {hide}
      </TextButton>
      <TextButton label={named(t('editArticle'))} onClick={() => act.onDo({ what: 'write', row })}>
        {t('editArticle')}
      </TextButton>
    </span>
  )
}

type QuestionProps = { what: 'reset' | 'remove'; row: ArticleRow; onClose: () => void; onDone: () => void }

function ArticleQuestion({ what, row: { articleId, title }, onClose, onDone }: QuestionProps) {
  const t = useWords('notices')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(what === 'reset' ? 'resetTitle' : 'removeTitle', { title })}
      button={t(what === 'reset' ? 'resetArticle' : 'removeArticle')}
      tone="danger"
      isFinal
      act={async () => {
        await call(consoleApi.articles[what], { articleId })
        showMessage('success', t(what === 'reset' ? 'resetDone' : 'removeDone'))
        onDone()
      }}
    >
      <p>{t(what === 'reset' ? 'resetText' : 'removeText')}</p>
    </ConfirmSheet>
  )
}
