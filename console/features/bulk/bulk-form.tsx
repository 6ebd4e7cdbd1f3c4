import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core'

import type { BulkWork } from '../../../contract/console/bulk.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { limits } from '../../../contract/limits.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './bulk.module.css'

/** Everything typed for all kinds, so that a member who switches kinds and back finds it again. */
export type BulkDraft = {
  kind: BulkWork['kind']
  days: number
  gb: number
  title: string
  body: string
  reason: string
  isFree: boolean
}

export const firstDraft = (kind: BulkWork['kind']): BulkDraft => ({
  kind,
  days: 3,
  gb: 10,
  title: '',
  body: '',
  reason: '',
  isFree: false,
})

export function workOf({ kind, days, gb, title, body, reason }: BulkDraft): BulkWork {
  switch (kind) {
    case 'days':
      return { kind, days }
    case 'traffic':
      return { kind, gb }
    case 'notice':
      return { kind, title: title.trim(), body: body.trim() }
    case 'block':
      return { kind, reason: reason.trim() }
  }
}

type Props = { draft: BulkDraft; onChange: (update: (before: BulkDraft) => BulkDraft) => void; canBeFree: boolean }

export function BulkForm({ draft, onChange, canBeFree }: Props) {
  const t = useWords('bulk')
  const may = useMay()
  const set = (change: Partial<BulkDraft>) => onChange((before) => ({ ...before, ...change }))
  const kinds = [
    ...(may('users.give')
      ? ([
          { value: 'days', label: t('days') },
          { value: 'traffic', label: t('traffic') },
        ] as const)
      : []),
    ...(may('notices.write') ? ([{ value: 'notice', label: t('notice') }] as const) : []),
    ...(may('users.write') ? ([{ value: 'block', label: t('block') }] as const) : []),
  ]
  const isGift = draft.kind === 'days' || draft.kind === 'traffic'
  return (
    <div className={css.stack}>
      <Segments label={t('what')} options={kinds} value={draft.kind} onChange={(kind) => set({ kind })} />
      {draft.kind === 'days' ? (
        <NumberInput
          label={t('daysField')}
          value={draft.days}
          min={1}
          max={staffLimits.grantDaysMax}
          allowDecimal={false}
          onChange={(value) => set({ days: Number(value) || 1 })}
        />
      ) : null}
      {draft.kind === 'traffic' ? (
        <NumberInput
          label={t('gbField')}
          value={draft.gb}
          min={1}
          max={staffLimits.grantGbMax}
          allowDecimal={false}
          onChange={(value) => set({ gb: Number(value) || 1 })}
        />
      ) : null}
      <TextFields draft={draft} set={set} />
      {isGift && canBeFree ? (
        <Checkbox
          label={t('platformPays')}
          checked={draft.isFree}
          onChange={(event) => set({ isFree: event.currentTarget.checked })}
        />
      ) : null}
    </div>
  )
}

function TextFields({ draft, set }: { draft: BulkDraft; set: (change: Partial<BulkDraft>) => void }) {
  const t = useWords('bulk')
  return (
    <>
      {draft.kind === 'notice' ? (
        <>
          <TextInput
            label={t('titleField')}
            value={draft.title}
            maxLength={limits.noticeTitleMax}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <Textarea
            label={t('bodyField')}
            value={draft.body}
            maxLength={limits.noticeBodyMax}
            autosize
            minRows={4}
            maxRows={10}
            onChange={(event) => set({ body: event.currentTarget.value })}
          />
        </>
      ) : null}
      {draft.kind === 'block' ? (
        <TextInput
          label={t('reasonField')}
          value={draft.reason}
          maxLength={limits.blockReasonMax}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}
