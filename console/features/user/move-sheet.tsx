import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import items from '../show/item-rows.module.css'
import { useRun } from '../show/use-run.ts'
import { useReloadUser } from './use-user.ts'
import css from './user-help.module.css'

const { moveTargets, moveLine } = consoleApi.user
type Props = { user: ShownUser; onClose: () => void; onDone?: (() => void) | undefined }

/** Which line, and then the node by one tap. */
export function MoveSheet({ user, onClose, onDone }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const { id, lines } = user
  const reload = useReloadUser(id)
  const [number, setNumber] = useState(lines[0]?.number ?? 0)
  const { busy, failure, run } = useRun(onClose)
  const query = useQuery({ queryKey: [moveTargets.path, id], queryFn: () => call(moveTargets, { id }), gcTime: 0 })
  const move = (nodeId: number) =>
    void run(async () => {
      await call(moveLine, { id, number, nodeId })
      showMessage('success', t('moved'))
      await reload()
      onDone?.()
    })
  return (
    <Sheet opened onClose={onClose} title={`${t('moveLine')} · ${user.userName}`} closeLabel={base('close')}>
      <div className={css.actions}>
        <p className={items.soft}>{t('moveLineLine')}</p>
        {lines.length > 1 ? (
          <Segments
            label={t('moveWhich')}
            value={String(number)}
            options={lines.map((line) => ({ value: String(line.number), label: line.node }))}
            onChange={(value) => setNumber(Number(value))}
          />
        ) : null}
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <p className={items.soft}>{t('moveTo')}</p>
        <Loaded query={query} failed={t('moveFailed')} card="" bones={<Bones count={3} height={44} />}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p className={items.soft}>{t('moveNone')}</p>
            ) : (
              <div className={css.actions}>
                {rows.map(({ nodeId, name }) => (
                  <ActionButton key={nodeId} tone="quiet" fill busy={busy} onClick={() => move(nodeId)}>
                    {name}
                  </ActionButton>
                ))}
              </div>
            )
          }
        </Loaded>
      </div>
    </Sheet>
  )
}
