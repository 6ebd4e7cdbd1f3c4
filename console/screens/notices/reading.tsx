import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NoticeTo } from '../../../contract/console/notices.ts'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './notices.module.css'

const PAUSE_MS = 250

type Preview = Static<typeof consoleApi.notices.preview.output>

/** The text as blocks made by the server, and the number of readers. Without an audience nobody reads it yet. */
export function usePreview(body: string, audience: NoticeTo | null): Preview | undefined {
  const [asked] = useDebouncedValue({ body, audience: audience ?? { kind: 'all' as const } }, PAUSE_MS)
  return useQuery({
    queryKey: [consoleApi.notices.preview.path, asked],
    queryFn: () => call(consoleApi.notices.preview, asked, { quiet: true }),
    placeholderData: (before) => before,
  }).data
}

type Props = { title: string; preview: Preview | undefined; isAddressed: boolean }

/** What users will see. Links are shown but do not work. */
export function Reading({ title, preview: data, isAddressed }: Props) {
  const t = useWords('notices')
  return (
    <section className={css.reading} aria-label={t('preview')}>
      <p className={css.hint}>{isAddressed && data ? t('reach', { count: data.people }) : t('preview')}</p>
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
