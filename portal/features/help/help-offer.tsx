import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import css from './help.module.css'

const PAUSE_MS = 500
/** One sign says little; a pair of them is a word. */
const TEXT_MIN = 2
const TEXT_MAX = 2000

/** Up to three help articles that fit what is being written. Without any, and while they fail, there is nothing. */
export function HelpOffer({ text }: { text: string }) {
  const t = useWords('tickets')
  const [asked] = useDebouncedValue(text.trim().slice(0, TEXT_MAX), PAUSE_MS)
  const [openId, setOpenId] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: [api.articles.search.path, asked],
    queryFn: () => call(api.articles.search, { text: asked }),
    enabled: asked.length >= TEXT_MIN,
    placeholderData: (before) => before,
    retry: false,
  })
  if (openId !== null) return <OpenArticle articleId={openId} onBack={() => setOpenId(null)} />
  if (!data || data.items.length === 0 || asked.length < TEXT_MIN) return null
  return (
    <section className={css.offer} aria-label={t('offer')}>
      <h3 className={css.title}>{t('offer')}</h3>
      <ul>
        {data.items.map(({ articleId, title }) => (
          <li key={articleId}>
            <button type="button" className={css.link} onClick={() => setOpenId(articleId)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenArticle({ articleId, onBack }: { articleId: string; onBack: () => void }) {
  const t = useWords('tickets')
  const { data, error } = useQuery({
    queryKey: [api.articles.show.path, articleId],
    queryFn: () => call(api.articles.show, { articleId }),
  })
  return (
    <section className={css.offer} aria-label={data?.title ?? t('offer')}>
      <button type="button" className={css.link} onClick={onBack}>
        ‹ {t('offerBack')}
      </button>
      {error ? <p>{failureText(error)}</p> : null}
      {data ? (
        <>
          <h3 className={css.title}>{data.title}</h3>
          <NoticeBody blocks={data.blocks} onLeave={() => {}} />
          <Answer articleId={articleId} />
        </>
      ) : null}
    </section>
  )
}

/** Asked once for each opening; the server counts an answer once. */
function Answer({ articleId }: { articleId: string }) {
  const t = useWords('tickets')
  const [answered, setAnswered] = useState<boolean | null>(null)
  const answer = async (helped: boolean) => {
    try {
      await call(api.articles.vote, { articleId, helped })
      setAnswered(helped)
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  if (answered !== null) return <p role="status">{t(answered ? 'offerHelped' : 'offerUnhelped')}</p>
  return (
    <p className={css.answer}>
      {t('offerAsk')}
      <button type="button" className={css.link} onClick={() => void answer(true)}>
        {t('offerYes')}
      </button>
      <button type="button" className={css.link} onClick={() => void answer(false)}>
        {t('offerNo')}
      </button>
    </p>
  )
}
