import { Button } from '@mantine/core'

import type { Line, LineNode } from '../../../contract/lines.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { canInstall as nodeTakes } from '../../features/lines/looks.ts'
import { useWords } from '../../words/language.ts'
import css from './node-tile.module.css'

type Props = { node: LineNode; line: Line | null; isBusy: boolean; canInstall: boolean; onInstall: () => void }

/** What can be done on a node now: install, try again, or nothing because a line is there. */
export function NodeAction({ node, line, isBusy, canInstall, onInstall }: Props) {
  const t = useWords('line-install')
  if (isBusy) return null
  if (line?.state === 'failed') {
    return (
      <Button variant="light" aria-label={t('retryOn', { name: node.name })} onClick={onInstall}>
        {t('retry')}
      </Button>
    )
  }
  if (line) {
    return (
      <span className={css.own}>
        <Icon name="check" size={18} />
        {t('own')}
      </span>
    )
  }
  if (!canInstall || !nodeTakes(node)) return null
  return (
    <Button
      variant={node.isRecommended ? 'filled' : 'light'}
      aria-label={t('installOn', { name: node.name })}
      onClick={onInstall}
    >
      {t('install')}
    </Button>
  )
}
