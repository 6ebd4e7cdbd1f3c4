import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { api } from '../../../contract/api.ts'
import type { SpeedMode } from '../../../contract/lines.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { WithInfo } from '../../features/account/with-info.tsx'
import { useNodes, NODES_KEY } from '../../features/lines/use-lines.ts'
import { userPath } from '../../paths.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import { FirstNodes } from './first-nodes.tsx'
import { ModeCard, modeOrder, modes } from './mode-card.tsx'
import css from './speed-mode.module.css'

export default function SpeedModeScreen() {
  return (
    <WithInfo bones={<Bones />} bonesClass="page">
      {(info) => <SpeedModes info={info} />}
    </WithInfo>
  )
}

function Bones() {
  return (
    <div className={css.modes}>
      {modeOrder.map((mode) => (
        <Skeleton key={mode} className={css.bone!} radius="lg" />
      ))}
    </div>
  )
}

function SpeedModes({ info }: { info: UserInfo }) {
  const t = useWords('speed-mode')
  const user = useWords('user')
  const query = useNodes()
  const { mutate, isPending, variables, error } = useChooseMode()
  const isPaused = info.state === 'paused'
  const showsClass = query.nodes?.some(({ enforcesSpeed }) => enforcesSpeed) ?? false
  return (
    <div className="page">
      {isPaused ? <PausedCallout /> : null}
      {error && !isPaused ? <Callout tone="bad">{failureText(error)}</Callout> : null}
      <ul className={css.modes}>
        {modeOrder.map((mode) => (
          <ModeCard
            key={mode}
            mode={mode}
            isCurrent={mode === info.speedMode}
            isBusy={isPending && variables === mode}
            isDisabled={isPaused || (isPending && variables !== mode)}
            showsClass={showsClass}
            onChoose={() => mutate(mode)}
          />
        ))}
      </ul>
      <Loaded
        query={query}
        failed={user('loadFailedTitle')}
        card={t('firstTitle')}
        bones={<Skeleton className={css.bone!} radius="lg" />}
      >
        {() => <FirstNodes nodes={query.nodes ?? []} />}
      </Loaded>
    </div>
  )
}

function PausedCallout() {
  const t = useWords('speed-mode')
  const isBlocked = useKnownInfo((info) => info.blockedReason !== null)
  if (isBlocked) return <BlockCallout />
  return (
    <div className={css.paused} role="status">
      <p>{t('pausedText')}</p>
      <Button component={Link} to={userPath('freeze_acc')}>
        {t('resume')}
      </Button>
    </div>
  )
}

export function useChooseMode() {
  const t = useWords('speed-mode')
  const user = useWords('user')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (mode: SpeedMode) => call(api.lines.speedMode, { mode }),
    onSuccess: async ({ mode }) => {
      await Promise.all([queries.invalidateQueries({ queryKey: NODES_KEY }), loadUserInfo({ skipRecent: true })])
      showMessage('success', t('chosen', { mode: user(modes[mode].name) }))
    },
    // Refused because the account was paused elsewhere: show the current state.
    onError: () => void loadUserInfo({ skipRecent: true }),
  })
}
