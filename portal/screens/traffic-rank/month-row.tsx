import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import { screen } from '../../words/screen-loader.ts'
import css from './traffic-rank.module.css'

const loadCard = screen(() => import('./month-card.tsx'), 'month-card')
const MonthCard = lazy(() => loadCard().catch(() => ({ default: CardFailed })))

function CardFailed() {
  return <p>{useWords('user')('loadFailedTitle')}</p>
}

/** Leads to the month as a picture. */
export function MonthRow() {
  const t = useWords('traffic-rank')
  const base = useWords('base')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('monthTitle')}>
      <p className={`soft ${css.bar}`}>{t('monthText')}</p>
      <ActionButton fill tone="quiet" onClick={() => setOpen(true)}>
        {t('monthTitle')}
      </ActionButton>
      <Sheet opened={isOpen} onClose={() => setOpen(false)} title={t('monthTitle')} closeLabel={base('close')}>
        <Suspense fallback={<Skeleton height={420} radius="lg" />}>
          <MonthCard />
        </Suspense>
      </Sheet>
    </Card>
  )
}
