import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { formatBytes } from '../../../contract/bytes.ts'
import type { TrafficMonth } from '../../../contract/traffic.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { saveBlob } from '../../../ui/device/copy-or-save.ts'
import { call } from '../../../ui/http/client.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import { drawMonth } from './draw-month.ts'
import css from './month-card.module.css'

const months = ['last', 'this'] as const

/** The month of the user as a picture to keep or to show. */
export default function MonthCard() {
  const t = useWords('month-card')
  const [month, setMonth] = useState<(typeof months)[number]>('last')
  const query = useQuery({ queryKey: ['month', month], queryFn: () => call(api.traffic.month, { month }) })
  return (
    <div className="gap4">
      <Segments
        label={t('which')}
        options={months.map((value) => ({ value, label: t(value) }))}
        value={month}
        onChange={setMonth}
      />
      <Loaded query={query} failed={t('failed')} bones={<Skeleton height={420} radius="lg" />}>
        {(data) => (data.best ? <Picture data={data} /> : <Empty />)}
      </Loaded>
    </div>
  )
}

function Empty() {
  const t = useWords('month-card')
  return <EmptyPart topic="chart" title={t('emptyTitle')} text={t('emptyText')} />
}

function Picture({ data }: { data: TrafficMonth }) {
  const t = useWords('month-card')
  const language = useLanguage()
  const brand = useBrand((state) => state.title)
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${data.month}-15T00:00:00Z`),
  )
  const amount = formatBytes(data.upBytes + data.downBytes)
  const rows = [
    { name: t('days'), value: t('daysValue', { days: data.days, all: data.daysOf }) },
    ...(data.best ? [{ name: t('best'), value: data.best.name }] : []),
    ...(data.uptime === null ? [] : [{ name: t('uptime'), value: `${data.uptime}%` }]),
  ]
  const heading = t('heading', { month: name })
  const canvas = drawMonth({ brand, heading, label: t('used'), amount, rows })
  if (!canvas) return <p>{t('alt', { month: name, amount, days: data.days })}</p>
  const save = () => canvas.toBlob((blob) => blob && saveBlob(`${data.month}.png`, blob), 'image/png')
  return (
    <figure className={css.figure}>
      <img
        className={css.picture}
        src={canvas.toDataURL('image/png')}
        alt={t('alt', { month: name, amount, days: data.days })}
      />
      <ActionButton fill onClick={save}>
        {t('save')}
      </ActionButton>
      <figcaption className={css.hint}>{t('hint')}</figcaption>
    </figure>
  )
}
