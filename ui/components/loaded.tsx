import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

import { failureText } from '../words/failure-text.ts'
import { useUiWords } from '../words/ui-words.ts'
import { ActionButton } from './action-button.tsx'
import { Card } from './card.tsx'
import { Glyph } from './glyph.tsx'
import css from './retry-card.module.css'

/** The part of a query that `Loaded` uses. */
export type QueryState<Data> = {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: QueryState<Data>
  /** Sentence for a failed load. */
  failed: string
  /** For a part without its own card: title of the card around the failure. */
  card?: string
  bones: ReactNode
  /** Lays out the placeholders like the content. */
  bonesClass?: string | undefined
  children: (data: Data) => ReactNode
}

/** Shows placeholders until the data is there, and a card with 重试 when loading fails. Data stays once it is there. */
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

/** Replaces a part of a screen that failed to load; the rest stays usable. */
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

/** Placeholders, as many as the list shows at first. */
export function Bones({ count, height }: { count: number; height: number }) {
  return Array.from({ length: count }, (_, at) => <Skeleton key={at} height={height} radius="md" />)
}

/** Placeholders of a page that begins with its state in one line. */
export function PageBones({ heights }: { heights: readonly number[] }) {
  return (
    <>
      <Skeleton className="whole" height={72} radius="lg" />
      {heights.map((height, at) => (
        <Skeleton key={at} height={height} radius="lg" />
      ))}
    </>
  )
}
