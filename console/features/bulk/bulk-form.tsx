import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { limits } from '../../../contract/limits.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { Autocomplete, Checkbox, NumberInput, TextInput, Textarea } from '../form/fields.tsx'
import { useUserChoices } from '../user/use-user-choices.ts'
import { type BulkDraft, bulkKinds, isGift } from './bulk-draft.ts'
import css from './bulk.module.css'

type Props = { draft: BulkDraft; onChange: (update: (before: BulkDraft) => BulkDraft) => void; canBeFree: boolean }

export function BulkForm({ draft, onChange, canBeFree }: Props) {
  const t = useWords('bulk')
  const may = useMay()
  const set = (change: Partial<BulkDraft>) => onChange((before) => ({ ...before, ...change }))
  const kinds = bulkKinds(may)
    .filter((kind) => kind !== 'untag')
    .map((value) => ({ value, label: t(value === 'tag' ? 'tags' : value) }))
  const isTagging = draft.kind === 'tag' || draft.kind === 'untag'
  return (
    <div className={css.stack}>
      <Segments
        label={t('what')}
        options={kinds}
        value={isTagging ? 'tag' : draft.kind}
        onChange={(kind) => set({ kind })}
      />
      {draft.kind === 'days' ? (
        <NumberInput
          name="days"
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
          name="gb"
          label={t('gbField')}
          value={draft.gb}
          min={1}
          max={staffLimits.grantGbMax}
          allowDecimal={false}
          onChange={(value) => set({ gb: Number(value) || 1 })}
        />
      ) : null}
      <TextFields draft={draft} set={set} />
      {isTagging ? <TagFields draft={draft} set={set} /> : null}
      {draft.kind === 'unblock' ? <p className={css.soft}>{t('unblockText')}</p> : null}
      {isGift(draft) && canBeFree ? (
        <Checkbox
          name="isFree"
          label={t('platformPays')}
          checked={draft.isFree}
          onChange={(event) => set({ isFree: event.currentTarget.checked })}
        />
      ) : null}
    </div>
  )
}

type FieldProps = { draft: BulkDraft; set: (change: Partial<BulkDraft>) => void }

function TagFields({ draft, set }: FieldProps) {
  const t = useWords('bulk')
  const choices = useUserChoices()
  const ways = (['tag', 'untag'] as const).map((value) => ({ value, label: t(value) }))
  return (
    <>
      <Segments label={t('tagHow')} options={ways} value={draft.kind} onChange={(kind) => set({ kind })} />
      <Autocomplete
        name="tag"
        label={t('tagField')}
        data={choices.tags}
        value={draft.tag}
        maxLength={staffLimits.tagLength}
        onChange={(tag) => set({ tag })}
      />
    </>
  )
}

function TextFields({ draft, set }: FieldProps) {
  const t = useWords('bulk')
  return (
    <>
      {draft.kind === 'notice' ? (
        <>
          <TextInput
            name="title"
            label={t('titleField')}
            value={draft.title}
            maxLength={limits.noticeTitleMax}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <Textarea
            name="body"
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
          name="reason"
          label={t('reasonField')}
          value={draft.reason}
          maxLength={limits.blockReasonMax}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}
