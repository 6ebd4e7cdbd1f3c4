import { ActionButton } from '../../../ui/components/action-button.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { useWords } from '../../words/language.ts'
import type { DeskStep } from './help-desk.tsx'
import css from './tickets.module.css'
import { useTickets } from './use-tickets.ts'

type Props = {
  /** The list stands elsewhere on the page. */
  isListed?: boolean
  onStep: (step: DeskStep) => void
}

/** One door each: 没反应 finds out by itself, 写工单 is the form, and what was written before is the third. */
export function HelpBar({ isListed = false, onStep }: Props) {
  const t = useWords('embedded')
  const tickets = useTickets().data?.pages.flatMap((page) => page.items) ?? []
  const hasNews = tickets.some(({ state }) => state === 'answered')
  return (
    <div className={css.bar}>
      <ActionButton icon="warning" onClick={() => onStep('dead')}>
        {t('helpDead')}
      </ActionButton>
      <ActionButton tone="quiet" icon="mail" onClick={() => onStep('new')}>
        {t('helpWrite')}
      </ActionButton>
      {tickets.length > 0 && !isListed ? (
        <div className={css.mine}>
          <List>
            <ListRow
              sign="doc"
              name={t('helpMine')}
              value={hasNews ? t('helpNews') : undefined}
              tone="brand"
              onPress={() => onStep('list')}
            />
          </List>
        </div>
      ) : null}
    </div>
  )
}
