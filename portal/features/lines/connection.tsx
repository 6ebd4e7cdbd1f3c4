import { useState } from 'react'
import { useNavigate } from 'react-router'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import { ConnectCard } from './connect-card.tsx'
import { isUnderWay } from './count-installs.ts'
import { useFirstLines } from './use-first-lines.ts'
import { useNoticeImports } from './use-import-tap.ts'

/** Opens the line list with its codes to scan. */
export const OTHERS_PARAM = 'others'

type Props = {
  /** The first lines install themselves; else a button asks for it. */
  installs?: boolean
  /** The page names the lines already. */
  isBrief?: boolean
  onDone?: (() => void) | undefined
}

/** The way to the first byte of who has a plan: the lines by name, and one tap takes them into a client. */
export function Connection({ installs = true, isBrief = false, onDone }: Props) {
  const t = useWords('import-lines')
  const base = useWords('base')
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(installs)
  const { lines, url, error, refetch } = useFirstLines(isAsked)
  useNoticeImports()
  if (error) {
    return (
      <div className="gap2">
        <Callout tone="bad">{failureText(error)}</Callout>
        <ActionButton fill onClick={() => void refetch()}>
          {base('retry')}
        </ActionButton>
      </div>
    )
  }
  const hasNone = lines?.length === 0
  const isReady = lines?.some(({ state }) => state === 'active') ?? false
  const install = (
    <ActionButton fill onClick={() => (isAsked ? void navigate(userPath('line_install')) : setAsked(true))}>
      {t('install')}
    </ActionButton>
  )
  return (
    <div className="gap3">
      {isBrief || !lines || hasNone ? null : (
        <List label={t('firstLines')}>
          {lines.map((line) => (
            <ListRow
              key={line.id}
              sign={<Flag region={line.region} size={24} />}
              name={line.nodeName}
              value={t(isUnderWay(line) ? 'firstBusy' : 'firstReady')}
            />
          ))}
        </List>
      )}
      <ConnectCard
        url={isReady ? url : null}
        first={
          hasNone ? { heading: t(isAsked ? 'firstNone' : 'noneYet'), action: install } : { heading: t('firstWait') }
        }
        onOthers={() => void navigate(`${userPath('line_list')}?${OTHERS_PARAM}`)}
        onDone={onDone}
      />
    </div>
  )
}
