import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useCopy } from '../../features/account/use-copy.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useInvitedPeople } from './invite-data.ts'
import css from './invite.module.css'

export function PeopleCard({ count, link }: { count: number; link: string }) {
  const t = useWords('invite')
  return (
    <Card title={t('people')} end={count > 0 ? <span className={css.count}>{t('peopleCount', { count })}</span> : null}>
      <People link={link} />
    </Card>
  )
}

function People({ link }: { link: string }) {
  const t = useWords('invite')
  const amountText = useAmountText()
  const copy = useCopy()
  return (
    <PagedList
      query={useInvitedPeople()}
      failed={t('loadFailed')}
      bones={{ count: 1, height: 60 }}
      empty={
        <EmptyPart topic="people" title={t('nobody')} text={t('nobodyText')}>
          <ActionButton tone="quiet" icon="copy" onClick={() => void copy(link)}>
            {t('copyLink')}
          </ActionButton>
        </EmptyPart>
      }
      more={t('more')}
    >
      {(people) => (
        <List>
          {people.map(({ nameMasked, joinedAt, commissionFen }) => (
            <ListRow
              key={`${nameMasked} ${joinedAt}`}
              sign="user"
              name={nameMasked}
              about={t('joinedOn', { date: dateText(joinedAt) })}
              value={commissionFen > 0 ? `+${amountText(commissionFen)}` : '–'}
              tone={commissionFen > 0 ? 'good' : 'soft'}
            />
          ))}
        </List>
      )}
    </PagedList>
  )
}
