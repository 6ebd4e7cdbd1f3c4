import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { ThingLink } from '../../features/audit/thing-link.tsx'
import { useActionName } from '../../features/audit/use-action-name.ts'
import { useEntryText } from '../../features/audit/use-entry-text.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { useWords } from '../../words/language.ts'
import css from './audit.module.css'

export type AuditEntry = Static<typeof consoleApi.audit.list.output>['rows'][number]

type Props = {
  entry: AuditEntry | null
  onClose: () => void
  /** Shows only what this one did. */
  onOnly: (actor: string) => void
}

export function EntrySheet({ entry, onClose, onOnly }: Props) {
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
      {entry ? <Whole entry={entry} onOnly={onOnly} /> : null}
    </Sheet>
  )
}

function Whole({ entry, onOnly }: { entry: AuditEntry } & Pick<Props, 'onOnly'>) {
  const t = useWords('audit')
  const { thingOf, changesOf, factsOf } = useEntryText()(entry.names)
  const who = entry.actorName ?? thingOf(entry.actor)
  const changes = changesOf(entry.before, entry.after)
  const rows = [
    { name: t('at'), value: recordText(entry.at) },
    { name: t('code'), value: entry.action },
    { name: t('who'), value: who },
    ...(entry.subject
      ? [
          {
            name: t('subject'),
            value: <ThingLink code={entry.subject}>{thingOf(entry.subject)}</ThingLink>,
          },
        ]
      : []),
    ...(entry.address ? [{ name: t('address'), value: entry.address }] : []),
    ...factsOf(entry.detail),
  ]
  return (
    <div className={css.stack}>
      <FactRows rows={rows} />
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
      <TextButton onClick={() => onOnly(entry.actor)}>{t('onlyThis', { name: who })}</TextButton>
    </div>
  )
}
