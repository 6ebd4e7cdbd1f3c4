import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'

import { failureText } from '../words/failure-text.ts'
import { useUiWords } from '../words/ui-words.ts'
import { Card } from './card.tsx'
import { ActionButton } from './action-button.tsx'
import { Glyph } from './glyph.tsx'
import css from './retry-card.module.css'

/** How asking went: the part of a query that `Loaded` looks at. */
export type Asked<Data> = {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: Asked<Data>
  /** What could not be read. */
  failed: string
  /** For a part without a card of its own: the card around the failure has this title. */
  card?: string
  bones: ReactNode
  /** Lays the bones out as the content is. */
  bonesClass?: string | undefined
  children: (data: Data) => ReactNode
}

/** What is asked for: bones until it comes, a card with 重试 when it does not. What came once stays. */
export function Loaded<Data>({ query, failed, card, bones, bonesClass, children }: Props<Data>) {
  const t = useUiWords()
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) {
    return (
      <div className={bonesClass} role="status" aria-label={t('loading')}>
        {bones}
      </div>
    )
  }
  const retry = <RetryCard title={failed} text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
  return card === undefined ? retry : <Card title={card}>{retry}</Card>
}

type RetryCardProps = { title: string; text: string; onRetry: () => void; busy?: boolean }

/** A part of a screen that could not be loaded; the rest of it stays in use. */
export function RetryCard({ title, text, onRetry, busy = false }: RetryCardProps) {
  const t = useUiWords()
  return (
    <div className={css.box} role="alert">
      <span className={css.sign}>
        <Glyph name="warning" size={24} />
      </span>
      <p className={css.title}>{title}</p>
      <p className={css.text}>{text}</p>
      <ActionButton tone="quiet" busy={busy} onClick={onRetry}>
        {t('retry')}
      </ActionButton>
    </div>
  )
}

/** As many as a first look at the list shows. */
export function Bones({ count, height }: { count: number; height: number }) {
  return Array.from({ length: count }, (_, at) => <Skeleton key={at} height={height} radius="md" />)
}
