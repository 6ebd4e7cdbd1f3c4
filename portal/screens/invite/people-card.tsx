import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useInvitedPeople } from './invite-data.ts'

export function PeopleCard({ count }: { count: number }) {
  const t = useWords('invite')
  return (
    <Card title={t('people')} end={count > 0 ? <span className="faint">{t('peopleCount', { count })}</span> : null}>
      <People />
    </Card>
  )
}

function People() {
  const t = useWords('invite')
  const amountText = useAmountText()
  return (
    <PagedList
      query={useInvitedPeople()}
      failed={t('loadFailed')}
      bones={{ count: 1, height: 60 }}
      empty={<EmptyPart topic="people" title={t('nobody')} text={t('nobodyText')} />}
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
