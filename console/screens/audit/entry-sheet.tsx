import { Rows } from '../../../ui/components/rows.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useActionName } from '../../features/audit/use-action-name.ts'
import { useWords } from '../../words/language.ts'
import css from './audit.module.css'
import type { Entry } from './audit-screen.tsx'

type Fields = Record<string, unknown> | null

const say = (value: unknown) =>
  value === undefined || value === null ? '—' : typeof value === 'string' ? value : JSON.stringify(value)

/** Every field that either side names, with both. */
export function changesOf(before: Fields, after: Fields): { field: string; before: string; after: string }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((field) => ({ field, before: say(before?.[field]), after: say(after?.[field]) }))
}

/** One line for the table: `role: viewer → support`. */
export function changesText({ before, after, detail }: Entry): string {
  const changes = changesOf(before, after).map((one) =>
    before === null ? `${one.field}: ${one.after}` : `${one.field}: ${one.before} → ${one.after}`,
  )
  return [...changes, ...Object.entries(detail ?? {}).map(([name, value]) => `${name}: ${say(value)}`)].join(' · ')
}

export function EntrySheet({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const t = useWords('audit')
  const base = useWords('base')
  const nameOf = useActionName()
  return (
    <Sheet
      opened={entry !== null}
      onClose={onClose}
      title={entry ? nameOf(entry.action) : t('detailTitle')}
      closeLabel={base('close')}
    >
      {entry ? <Whole entry={entry} /> : null}
    </Sheet>
  )
}

function Whole({ entry }: { entry: Entry }) {
  const t = useWords('audit')
  const changes = changesOf(entry.before, entry.after)
  const rows = [
    { name: t('at'), value: recordText(entry.at) },
    { name: t('code'), value: entry.action },
    { name: t('who'), value: entry.actorName ?? entry.actor },
    ...(entry.subject ? [{ name: t('subject'), value: entry.subject }] : []),
    ...(entry.address ? [{ name: t('address'), value: entry.address }] : []),
    ...Object.entries(entry.detail ?? {}).map(([name, value]) => ({ name, value: say(value) })),
  ]
  return (
    <div className={css.stack}>
      <Rows rows={rows} />
      {changes.length > 0 ? (
        <div className={css.changes}>
          <span />
          <span className={css.head}>{t('before')}</span>
          <span className={css.head}>{t('after')}</span>
          {changes.flatMap(({ field, before, after }) => [
            <span key={field} className={css.field}>
              {field}
            </span>,
            <span key={`${field} before`} className={css.value}>
              {before}
            </span>,
            <span key={`${field} after`} className={css.value}>
              {after}
            </span>,
          ])}
        </div>
      ) : null}
    </div>
  )
}
