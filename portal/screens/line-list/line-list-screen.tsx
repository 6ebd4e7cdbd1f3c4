import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { useLines } from '../../features/lines/use-lines.ts'
import { useWords } from '../../words/language.ts'
import { Lines } from './line-list.tsx'
import { NoLines } from './no-lines.tsx'

export default function LineListScreen() {
  const user = useWords('user')
  const query = useLines()
  return (
    <Loaded
      query={query}
      failed={user('loadFailedTitle')}
      card={user('line_list')}
      bones={<Bones count={2} height={270} />}
      bonesClass="page"
    >
      {({ subscriptionUrl }) =>
        query.lines?.length === 0 ? <NoLines /> : <Lines lines={query.lines ?? []} subscriptionUrl={subscriptionUrl} />
      }
    </Loaded>
  )
}
