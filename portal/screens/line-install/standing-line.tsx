import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { StateLine } from '../../../ui/components/state-line.tsx'
import { useWords } from '../../words/language.ts'
import css from './line-install.module.css'
import { type Standing, useWaysOn } from './standing.ts'

const titles = { none: 'noneTitle', paused: 'pausedTitle', expired: 'expiredTitle', full: 'fullTitle' } as const
const texts = {
  none: 'noneText',
  paused: 'pausedText',
  expired: 'expiredText',
  full: 'fullText',
  room: 'roomText',
} as const

type Props = { info: UserInfo; standing: Standing; lineCount: number }

/** Whether there is room for another line; an obstacle comes with its solution. */
export function StandingLine({ info: { package: held, lineLimit, buyable }, standing, lineCount }: Props) {
  const t = useWords('line-install')
  const user = useWords('user')
  const ways = useWaysOn(standing, lineCount)
  return (
    <StateLine
      label={held?.name ?? user('line_install')}
      title={standing === 'room' ? t('roomTitle', { count: lineLimit - lineCount }) : t(titles[standing])}
      text={standing === 'expired' && buyable?.renew === false ? user('expiredOther') : t(texts[standing])}
      chip={lineLimit > 0 ? t('installed', { count: lineCount, limit: lineLimit }) : undefined}
    >
      {ways.length > 0 ? (
        <div className={css.ways}>
          {ways.map(({ to, label, isQuiet = false }, at) => (
            <Button key={to} component={Link} to={to} variant={at > 0 || isQuiet ? 'light' : 'filled'}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </StateLine>
  )
}
