import { Link } from 'react-router'

import type { LineNode } from '../../../contract/lines.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { choiceLook, canInstall, rateText } from '../../features/lines/looks.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import css from './speed-mode.module.css'

const SHOWN = 4

/** What the mode means now: the nodes that it puts first. */
export function FirstNodes({ nodes }: { nodes: readonly LineNode[] }) {
  const t = useWords('speed-mode')
  const words = useWords('user')
  const hasScreen = useHasScreen()
  const first = nodes.filter(canInstall).slice(0, SHOWN)
  const enforcing = nodes.filter(({ enforcesSpeed }) => enforcesSpeed).length
  const to = userPath('line_install')
  return (
    <Card
      title={t('firstTitle')}
      end={
        hasScreen(to) ? (
          <Link className={css.install} to={to}>
            {t('install')}
          </Link>
        ) : null
      }
    >
      {first.length === 0 ? <p className={css.note}>{t('noNodes')}</p> : null}
      <ol className={css.first}>
        {first.map((node) => {
          const look = choiceLook(node)
          return (
            <li key={node.id} className={css.node}>
              <Flag region={node.region} />
              <span className={css.nodeName}>{node.name}</span>
              <span className={css.rate}>
                {node.ratePercent === 100 ? null : words('rate', { rate: rateText(node.ratePercent) })}
              </span>
              <StateWord tone={look.tone}>{words(look.word)}</StateWord>
            </li>
          )
        })}
      </ol>
      {enforcing > 0 ? <p className={css.note}>{t('classNote', { count: enforcing })}</p> : null}
    </Card>
  )
}
