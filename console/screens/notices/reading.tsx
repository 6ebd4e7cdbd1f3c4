import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NoticeTo } from '../../../contract/console/notices.ts'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './notices.module.css'

const PAUSE_MS = 250

type Props = {
  title: string
  body: string
  /** Null: nobody yet. */
  audience: NoticeTo | null
}

/** The text as blocks made by the server, and the number of readers. Links are shown but do not work. */
export function Reading({ title, body, audience }: Props) {
  const t = useWords('notices')
  const [asked] = useDebouncedValue({ body, audience: audience ?? { kind: 'all' as const } }, PAUSE_MS)
  const { data } = useQuery({
    queryKey: [consoleApi.notices.preview.path, asked],
    queryFn: () => call(consoleApi.notices.preview, asked, { quiet: true }),
    placeholderData: (before) => before,
  })
  return (
    <section className={css.reading} aria-label={t('preview')}>
      <p className={css.hint}>{audience && data ? t('reach', { count: data.people }) : t('preview')}</p>
      <h3 className={css.readingTitle}>{title.trim() === '' ? t('titleHere') : title}</h3>
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
