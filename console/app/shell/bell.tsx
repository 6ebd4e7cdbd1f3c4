import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { IconButton } from '../../../ui/components/icon.tsx'
import { call } from '../../session/call.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { screen } from '../screen-loader.ts'
import css from './bell.module.css'

const BellSheet = lazy(screen(() => import('./bell-sheet.tsx'), 'bell'))

/** Looks on its own, which does not keep the session alive. */
const LOOK_MS = 30_000
const countKey = [consoleApi.bell.count.path]

/** The bell belongs to the member's own team: platform staff find theirs outside of any office. */
export function Bell() {
  const session = useSession()
  const isElsewhere = session.scope === 'platform' && officeOf(session) !== null
  return isElsewhere || session.factor.required ? null : <OwnBell />
}

function OwnBell() {
  const t = useWords('shell')
  const client = useQueryClient()
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never')
  const query = useQuery({
    queryKey: countKey,
    queryFn: () => call(consoleApi.bell.count, {}, { quiet: true }),
    refetchInterval: LOOK_MS,
    retry: false,
  })
  const unread = query.data?.unread ?? 0
  return (
    <>
      <IconButton
        icon="bell"
        label={unread > 0 ? t('bellUnread', { count: unread }) : t('bell')}
        onClick={() => setOpened('open')}
      >
        {unread > 0 ? (
          <span className={css.count} aria-hidden="true">
            {unread > 98 ? '99+' : unread}
          </span>
        ) : null}
      </IconButton>
      {opened === 'never' ? null : (
        <Suspense>
          <BellSheet
            opened={opened === 'open'}
            onClose={() => setOpened('closed')}
            onRead={() => client.setQueryData(countKey, { unread: 0 })}
            onChanged={() => void client.invalidateQueries({ queryKey: countKey })}
          />
        </Suspense>
      )}
    </>
  )
}
