import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { SupportLink } from '../../features/account/support-link.tsx'
import { useWords } from '../../words/language.ts'

/** A reseller that does not sell online opens no agencies either: its users are told whom to ask. */
export function NotOffered() {
  const t = useWords('open-agency')
  const user = useWords('user')
  return (
    <Card title={user('open_agency')}>
      <EmptyPart topic="shop" title={t('notOffered')} text={t('notOfferedText')}>
        <SupportLink />
      </EmptyPart>
    </Card>
  )
}
