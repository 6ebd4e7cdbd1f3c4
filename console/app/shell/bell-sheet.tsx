import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BellRing } from '../../../contract/console/bell.ts'
import type { BellKind } from '../../../contract/console/choices.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './bell.module.css'
import { useRingText } from './ring-text.ts'

type Props = { opened: boolean; onClose: () => void; onRead: () => void; onChanged: () => void }

/** The newest rings. Opening it marks them read. Each kind can be switched off. */
export default function BellSheet({ opened, onClose, onRead, onChanged }: Props) {
  const t = useWords('bell')
  const shell = useWords('shell')
  const base = useWords('base')
  const query = useQuery({
    queryKey: [consoleApi.bell.list.path],
    queryFn: () => call(consoleApi.bell.list, {}),
    enabled: opened,
    gcTime: 0,
    staleTime: 0,
  })
  const newest = query.data?.rows[0]
  useEffect(() => {
    if (!opened || newest === undefined || !newest.isUnread) return
    // What cannot be marked now stays unread.
    void call(consoleApi.bell.read, { upTo: newest.id }, { quiet: true }).then(onRead, () => {})
  }, [opened, newest, onRead])
  async function hear(kind: BellKind, on: boolean): Promise<void> {
    try {
      await call(consoleApi.bell.hear, { kind, on })
      await query.refetch()
      onChanged()
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  return (
    <Sheet opened={opened} onClose={onClose} title={shell('bell')} closeLabel={base('close')}>
      <Loaded query={query} failed={t('bellFailed')} bones={<Bones count={4} height={44} />}>
        {({ rows, kinds }) => (
          <>
            <details className={css.kinds}>
              <summary className={css.kindsTitle}>{t('bellKinds')}</summary>
              <div className={css.switches}>
                {kinds.map(({ kind, isOn }) => (
                  <Switch
                    key={kind}
                    label={t(`bell_${kind}`)}
                    checked={isOn}
                    onChange={(event) => void hear(kind, event.currentTarget.checked)}
                  />
                ))}
              </div>
            </details>
            {rows.length === 0 ? (
              <EmptyPart topic="calm" title={t('bellEmpty')} text={t('bellEmptyText')} />
            ) : (
              <ul className={css.rows}>
                {rows.map((row) => (
                  <li key={row.id}>
                    <Row ring={row} onClose={onClose} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Sheet>
  )
}

function Row({ ring, onClose }: { ring: BellRing; onClose: () => void }) {
  const { text, more, to } = useRingText()(ring)
  const body = (
    <>
      <span className={css.dot} aria-hidden="true" />
      <span className={css.what}>{text}</span>
      <span className={css.when}>
        <When at={ring.at} ago />
      </span>
      {more === null ? null : <span className={css.more}>{more}</span>}
    </>
  )
  if (to === null) {
    return (
      <div className={css.row} data-unread={ring.isUnread}>
        {body}
      </div>
    )
  }
  return (
    <Link className={css.row} data-unread={ring.isUnread} to={to} onClick={onClose}>
      {body}
    </Link>
  )
}
