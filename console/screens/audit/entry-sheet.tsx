import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import { Rows } from '../../../ui/components/rows.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useActionName } from '../../features/audit/use-action-name.ts'
import { useEntryText } from '../../features/audit/use-entry-text.ts'
import { useWords } from '../../words/language.ts'
import css from './audit.module.css'

export type AuditEntry = Static<typeof consoleApi.audit.list.output>['rows'][number]

export function EntrySheet({ entry, onClose }: { entry: AuditEntry | null; onClose: () => void }) {
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

function Whole({ entry }: { entry: AuditEntry }) {
  const t = useWords('audit')
  const { thingOf, changesOf, factsOf } = useEntryText()
  const changes = changesOf(entry.before, entry.after)
  const rows = [
    { name: t('at'), value: recordText(entry.at) },
    { name: t('code'), value: entry.action },
    { name: t('who'), value: entry.actorName ?? thingOf(entry.actor) },
    ...(entry.subject ? [{ name: t('subject'), value: thingOf(entry.subject) }] : []),
    ...(entry.address ? [{ name: t('address'), value: entry.address }] : []),
    ...factsOf(entry.detail),
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
