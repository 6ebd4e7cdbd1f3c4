import { Link } from 'react-router'

import { Card } from '../../../ui/components/card.tsx'
import { Icon, type IconName } from '../../../ui/components/icon.tsx'
import { type UserChild, userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import css from './quick-actions.module.css'

const actions: readonly { child: Exclude<UserChild, ''>; icon: IconName }[] = [
  { child: 'tcBuy', icon: 'package' },
  { child: 'line_install', icon: 'install' },
  { child: 'kmList', icon: 'card' },
  { child: 'traffic_rank', icon: 'chart' },
  { child: 'invite', icon: 'gift' },
  { child: 'speedMode', icon: 'speed' },
  { child: 'use_tutorial', icon: 'book' },
  { child: 'customer_service', icon: 'headset' },
]

export function QuickActions() {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const shown = actions.filter(({ child }) => hasScreen(userPath(child)))
  if (shown.length === 0) return null
  return (
    <Card title={t('quick')}>
      <ul className={css.grid}>
        {shown.map(({ child, icon }) => (
          <li key={child}>
            <Link className={css.action} to={userPath(child)}>
              <span className={css.sign}>
                <Icon name={icon} />
              </span>
              {t(child)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
