import type { ReactNode } from 'react'

import { failureText } from '../words/failure-text.ts'
import { useUiWords } from '../words/ui-words.ts'
import { Card } from './card.tsx'
import { RetryCard } from './retry-card.tsx'

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
